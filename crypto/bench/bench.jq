# The table "The engine alone and in batches" of docs/performance.md:
#   ./kexd bench --json | jq -r -f crypto/bench/bench.jq

def tenths: . / 100 | round | "\(. / 10 | floor).\(. % 10)";
def time: if . == null then "" else "\(.ns_per_op | tenths) (\(.kernel))" end;
def bytes: if . == null then "" else "\(.allocated_bytes_per_op | round)" end;

"| operation | alone, µs (kernel) | 64 in a call, µs (kernel) | bytes allocated, alone / 64 |",
"| --- | ---: | ---: | ---: |",
(group_by([.curve, .operation])[] |
  ([.[] | select(.batch == 1)][0]) as $alone | ([.[] | select(.batch > 1)][0]) as $many |
  "| \(.[0].curve) \(.[0].operation) | \($alone | time) | \($many | time) | \($alone | bytes) / \($many | bytes) |")
