import type { Candidate } from './judge.store.ts'
import { FIRST_RULES_VERSION, judge, NOTHING_COUNTED, REPEAT_HOURS, RULES_VERSION } from './rules.ts'
// Re-judges an export by the rules that depend on the file alone, and adds up its bill. What only the deployment can know
// (devices, a carrier's other campaigns, headers) is accepted as stated.
import { signalsOfCandidate, noVisits } from './signals.ts'
import { type ExportLine, type ReadHead } from './visit-csv.ts'

/** Rules whose signals are in the file; refusals by other rules are accepted as stated. */
const COUNTED_AGAIN: ReadonlySet<string> = new Set([
  'repeated',
  'address_pace',
  'network_pace',
  'order_pace',
  'campaign_pace',
  'order_complete',
])

export interface Recount {
  visits: number
  /** Number of visits re-judged, and number accepted as stated. */
  judged: number
  believed: number
  /** Visits whose verdict differs; at most 100 of them. */
  differences: { visit: string; stated: string; counted: string }[]
  verified: number
  total_minor: bigint
  agrees: boolean
}

/**
 * Recounts the lines of an export in the order they were judged. `agrees`: every verdict that can be recounted is
 * confirmed, each price follows from its verdict, and verified visits and total match the bill.
 */
export function recount(head: ReadHead, lines: readonly ExportLine[]): Recount {
  const before = noVisits()
  const differences: Recount['differences'] = []
  let judged = 0
  let different = 0
  let verified = 0
  let total_minor = 0n
  for (const line of lines) {
    const stated = line.reason ?? 'verified'
    let counted = stated
    if (canBeCounted(line, stated, head)) {
      judged += 1
      counted = judge(signalsOfCandidate(candidateOf(line), before))
    }
    const stands = line.ruling ?? counted
    const price = stands === 'verified' ? head.price : 0n
    if (counted !== stated || price !== line.price) {
      different += 1
      if (differences.length < 100) differences.push({ visit: line.visit, stated, counted })
    }
    if (counted === 'verified') before.add(candidateOf(line))
    if (stands === 'verified') verified += 1
    total_minor += price
  }
  const agrees = different === 0 && verified === head.verified && total_minor === head.total
  const [visits, believed] = [lines.length, lines.length - judged]
  return { visits, judged, believed, differences, verified, total_minor, agrees }
}

/**
 * A refusal is accepted as stated if the visits it depends on may be outside the file: before or after its period, or
 * under other rules.
 */
function canBeCounted(line: ExportLine, stated: string, head: ReadHead): boolean {
  if (line.rules < FIRST_RULES_VERSION || line.rules > RULES_VERSION) return false
  if (stated === 'verified') return true
  if (!COUNTED_AGAIN.has(stated)) return false
  const at_ms = line.at.getTime()
  const insideMs = Math.min(
    head.whole ? Infinity : at_ms - Date.parse(head.from),
    Date.parse(head.to) >= Date.parse(head.made) ? Infinity : Date.parse(head.to) - at_ms,
  )
  return insideMs >= (stated === 'order_complete' ? Infinity : REPEAT_HOURS * 3_600_000)
}

function candidateOf(line: ExportLine): Candidate {
  return {
    id: line.visit,
    day: '',
    at: line.at,
    link_id: line.order,
    campaign_id: '',
    // The file does not say which orders share a carrier, so each is treated separately.
    carrier_id: line.order,
    visitor: line.visitor,
    before: line.visitor_before,
    network: line.network,
    network_before: line.network_before,
    address: line.address,
    address_before: line.address_before,
    reason: null,
    ...NOTHING_COUNTED,
    rules: line.rules,
    campaign_visits: line.campaign_visits,
    target: line.target,
  }
}
