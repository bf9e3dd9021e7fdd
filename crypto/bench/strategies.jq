# The tables of docs/performance.md, "What the mails asked":
#   ./kexd bench strategies --json | jq -r -f crypto/bench/strategies.jq

def cycles: if . == null then "" elif . < 1000 then "\(. * 10 | round / 10)" else "\(. / 1000 | round) k" end;
def hundredths: . * 100 | round | "\(. / 100 | floor).\("0\(. % 100)"[-2:])";
def line: "| " + join(" | ") + " |";
def of($measure): [.rows[] | select(.measure == $measure) | .cycles_per_op][0];

"Machine: \(.machine.cpu), \(.machine.processors) processors. JDK: \(.machine.jdk). Date: \(.machine.date).",
"",
"| curve | ladder | window | cache-vulnerable | wNAF | ladder, bytes | window, bytes | comb | precomputation | table, bytes | pays from |",
"| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
(.curves[] | [
  .subject,
  (of("ladder", "window", "window-vartime", "wnaf-vartime", "ladder-bytes", "window-bytes", "comb-affine", "precomputation") | cycles),
  (.table | (.memory_bytes, .break_even_operations) | tostring)
] | line),
"",
"| what | kexd, cycles | the mails, cycles | ratio |",
"| --- | ---: | ---: | ---: |",
(.fields[], .curves[], .schemes[] | .subject as $subject | .rows[] | .cycles_per_op as $ours | .measure as $measure | .mails[] |
  ["\($subject), \($measure); \(.system)", ($ours | cycles), (.cycles | cycles), (.ratio | hundredths)] | line)
