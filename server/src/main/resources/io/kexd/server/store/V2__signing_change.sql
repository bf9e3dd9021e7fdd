-- The last changes, each with a random token. Who has seen one that is not here has seen what was lost, for example with a
-- PostgreSQL whose standby took over without it, and reads every key anew; a revision alone may since have been given to
-- another change.
CREATE TABLE signing_change (
  revision BIGINT PRIMARY KEY,
  token TEXT NOT NULL
);
