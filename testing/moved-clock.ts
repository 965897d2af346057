// Loaded before a process of a drill (`node --import`): shifts its clock by DRILL_CLOCK_AHEAD_MS, and later by whatever its
// parent sends, without a restart. Timers keep real time, but the job scheduler (graphile-worker's) waits for a point in
// time: it follows the shifted clock.
const NAME = 'DRILL_CLOCK_AHEAD_MS'
const POLL_MS = 250
// In the environment too, because threads start with a copy of it.
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

// Only a worker has the scheduler, and notifying waiters is expensive.
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
