// Drill of the link service: no acknowledged visit may be lost, whatever is killed. PASS only if kills were seen to hit,
// nothing was lost, and the control (asynchronous commit) did lose pages. At most 90 seconds with the default 12 kills on
// an idle machine.
import { KILLS, type Kill, type Outcome, drillLinks } from './links-drill.ts'
import { type Drill, type Options, type Print, judge, printAll, seconds } from './verdict.ts'

const CALM_MS = 700
const VISITORS = 48
const DEFAULT_KILLS = 12
const CONTROL_KILLS: readonly Kill[] = ['postmaster', 'postmaster']

function summarize(
  print: Print,
  { answeredPages, answeredContinues, troubled, recoveriesMs }: Outcome,
): string {
  const longest = seconds(Math.max(...recoveriesMs))
  const line = `${answeredPages} pages and ${answeredContinues} Continues answered, ${troubled} not; longest recovery ${longest}`
  print(line)
  return line
}

export const links: Drill = {
  name: 'links',
  shows: 'kill -9 of any process loses no acknowledged page view or Continue',
  async run(options: Options, print: Print) {
    const count = options.kills ?? DEFAULT_KILLS
    const kills = Array.from({ length: count }, (_, i) => KILLS[i % KILLS.length]!)
    const outcome = await drillLinks({ kills, calmMs: CALM_MS, visitors: VISITORS, print })
    const reached = `${count} kills, ${summarize(print, outcome)}`
    const unshown = [...outcome.unshown]
    if (!KILLS.every((kill) => kills.includes(kill))) unshown.push('not everything was killed')
    if (outcome.faults.length === 0) {
      print('Control: a PostgreSQL that answers before it has written')
      const control = await drillLinks({
        kills: CONTROL_KILLS,
        calmMs: CALM_MS,
        visitors: VISITORS,
        durable: false,
        print,
      })
      summarize(print, control)
      if (!control.faults.some((fault) => fault.includes('have no visit')))
        unshown.push('the control lost no page, so this drill could not have seen a loss')
    }
    printAll(print, [...outcome.faults, ...unshown])
    const sizes = { kills: count, pages: outcome.answeredPages, continues: outcome.answeredContinues }
    return judge({ faults: outcome.faults, unshown, reached, sizes })
  },
}
