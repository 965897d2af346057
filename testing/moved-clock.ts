// Loaded before a process of a drill (`node --import`): shifts its clock by DRILL_CLOCK_AHEAD_MS. Timers keep real time.
const aheadMs = Number(process.env['DRILL_CLOCK_AHEAD_MS'] ?? 0)

globalThis.Date = new Proxy(Date, {
  construct: (of, given) =>
    given.length === 0 ? new of(of.now() + aheadMs) : (Reflect.construct(of, given) as Date),
  get: (of, name) => (name === 'now' ? () => of.now() + aheadMs : (Reflect.get(of, name, of) as unknown)),
})
