// The drill of the link service: nothing that was answered may be lost, whatever is killed. Says PASS only when kills were seen to
// hit, nothing was lost, and the same drill on a PostgreSQL that forgets did find pages missing.
// Run: npm run faults [-- kills]. At most 90 seconds with the 12 kills it makes unless told otherwise.
import { KILLS, type Kill, type Outcome, drillLinks } from './links-drill.ts'

const CALM_MS = 700
const VISITORS = 48
const CONTROL_KILLS: readonly Kill[] = ['postmaster', 'postmaster']
const said = (line: string) => console.log(`  ${line}`)

const count = Number(process.argv[2] ?? 12)
if (!Number.isSafeInteger(count) || count < 1) throw new Error('say how many kills: a whole number from 1 on')
const kills = Array.from({ length: count }, (_, i) => KILLS[i % KILLS.length]!)

function tell(outcome: Outcome): void {
  const { answered_pages, answered_continues, troubled, recoveries_ms, faults, unshown } = outcome
  const longest = (Math.max(...recoveries_ms) / 1000).toFixed(1)
  said(
    `${answered_pages} pages and ${answered_continues} Continues answered, ${troubled} not; longest recovery ${longest} s`,
  )
  for (const line of [...faults, ...unshown]) said(`! ${line}`)
}

/** PASS: shown to hold. FAIL: something was lost. NOT RUN: neither could be shown. */
async function verdict(): Promise<'PASS' | 'FAIL' | 'NOT RUN'> {
  console.log(`${count} kills, ${VISITORS} visitors at a time`)
  const outcome = await drillLinks({ kills, calm_ms: CALM_MS, visitors: VISITORS, said })
  tell(outcome)
  if (outcome.faults.length > 0) return 'FAIL'
  if (outcome.unshown.length > 0) return 'NOT RUN'
  if (!KILLS.every((kill) => kills.includes(kill)))
    said(`! only ${[...new Set(kills)].join(', ')} were killed`)
  console.log('Control: a PostgreSQL that answers before it has written')
  const control = await drillLinks({
    kills: CONTROL_KILLS,
    calm_ms: CALM_MS,
    visitors: VISITORS,
    durable: false,
    said,
  })
  tell(control)
  if (control.faults.some((fault) => fault.includes('have no visit'))) return 'PASS'
  said('! the control lost no page, so this drill could not have seen a loss')
  return 'NOT RUN'
}

const result = await verdict().catch((error: unknown) => {
  console.error(error)
  return 'NOT RUN' as const
})
console.log(result)
process.exitCode = { PASS: 0, FAIL: 1, 'NOT RUN': 2 }[result]
