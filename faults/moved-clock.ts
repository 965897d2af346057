// Loaded before a process of a drill (`node --import`): its clock is ahead by DRILL_CLOCK_AHEAD_MS, and by
// whatever its parent says later, without a restart. Timers keep the machine's pace, but the schedule of the jobs
// (graphile-worker's) waits for an instant: it follows the clock.
const NAME = 'DRILL_CLOCK_AHEAD_MS'
const POLL_MS = 250
// In the environment too, because threads begin with a copy of it.
let ahead_ms = Number(process.env[NAME] ?? 0)

const MachineDate = Date
const wait = setTimeout

globalThis.Date = new Proxy(MachineDate, {
  construct: (of, given) =>
    given.length === 0 ? new of(of.now() + ahead_ms) : (Reflect.construct(of, given) as Date),
  get: (of, name) => (name === 'now' ? () => of.now() + ahead_ms : (Reflect.get(of, name, of) as unknown)),
})

const ofSchedule = (): boolean => /graphile-worker\/dist\/cron\.js/.test(new Error('who waits').stack ?? '')

function following(callback: () => void, delay_ms: number): NodeJS.Timeout {
  const until_ms = Date.now() + delay_ms
  const poll = setInterval(() => {
    if (Date.now() < until_ms) return
    clearInterval(poll)
    callback()
  }, POLL_MS)
  return poll
}

// Only a worker has the schedule, and telling who waits is dear.
if (process.env['ROLES']?.includes('worker'))
  globalThis.setTimeout = Object.defineProperties(
    (callback: () => void, delay_ms: number, ...more: []) =>
      delay_ms > POLL_MS && ofSchedule() ? following(callback, delay_ms) : wait(callback, delay_ms, ...more),
    Object.getOwnPropertyDescriptors(wait),
  ) as typeof setTimeout

process.on('message', (message) => {
  ahead_ms = Number(message)
  process.env[NAME] = String(message)
})
