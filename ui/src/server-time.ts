// The server's time, for countdowns, because the device's clock may be wrong by a day. Date headers have a resolution
// of one second and arrive late, so small differences are ignored: a countdown must not jump.
const TOLERANCE_MS = 5000

let aheadMs = 0

/** Takes the `Date` header of a response that was just received. */
export function syncServerTime(date: string | null, deviceMs: number = Date.now()): void {
  const serverMs = Date.parse(date ?? '')
  if (Number.isNaN(serverMs)) return
  const heardMs = serverMs - deviceMs
  if (Math.abs(heardMs - aheadMs) > TOLERANCE_MS) aheadMs = heardMs
}

export const serverNow = (deviceMs: number = Date.now()): Date => new Date(deviceMs + aheadMs)
