# The table "Beside other engines" of docs/performance.md, from the results of the harness of ../shared/bench/peers:
#   awk -F '\t' -f crypto/bench/peers/table.awk java.tsv native.tsv
# Microseconds of CPU time; a ratio is the other's time over ours, alone and 64 in a call.

{
  many = sub(/-batch64$/, "", $2)
  time = 1e6 / $3
  if ($1 == "kexd" && $2 ~ /equation/) next
  if ($1 == "kexd") {
    if (!($2 in alone) && !($2 in batch)) ops[n++] = $2
    if (many) batch[$2] = time; else alone[$2] = time
  }
  else if ($1 ~ /^(bc-low|bc-jca)$/) least(bouncy, $2, time)
  else if ($1 == "jdk-sunec") sun[$2] = time
  else if (!($2 in best) || time < best[$2]) { best[$2] = time; who[$2] = $1 }
}

function least(of, op, time) { if (!(op in of) || time < of[op]) of[op] = time }
function cell(of, op) { return op in of ? sprintf("%.1f", of[op]) : "" }
function ratios(of, op) {
  if (!(op in of)) return ""
  return sprintf("%.1f (%s, %s)", of[op], ratio(of, alone, op), ratio(of, batch, op))
}
function ratio(of, ours, op) { return op in ours ? sprintf("%.2f", of[op] / ours[op]) : "-" }

END {
  print "| operation | kexd alone | kexd, 64 in a call | Bouncy Castle | SunEC | fastest other, any language |"
  print "| --- | ---: | ---: | ---: | ---: | --- |"
  for (i = 0; i < n; i++) {
    op = ops[i]
    other = op in best ? ratios(best, op) " " who[op] : ""
    printf "| %s | %s | %s | %s | %s | %s |\n", op, cell(alone, op), cell(batch, op), ratios(bouncy, op), ratios(sun, op), other
  }
}
