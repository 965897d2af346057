// The server's time, for countdowns, because the device's clock may be wrong by a day. Date headers have a resolution
// of one second and arrive late, so small differences are ignored: a countdown must not jump.
const TOLERANCE_MS = 5000

let ahead_ms = 0

/** Takes the `Date` header of a response that was just received. */
export function syncServerTime(date: string | null, device_ms: number = Date.now()): void {
  const server_ms = Date.parse(date ?? '')
  if (Number.isNaN(server_ms)) return
  const heard_ms = server_ms - device_ms
  if (Math.abs(heard_ms - ahead_ms) > TOLERANCE_MS) ahead_ms = heard_ms
}

export const serverNow = (device_ms: number = Date.now()): Date => new Date(device_ms + ahead_ms)
