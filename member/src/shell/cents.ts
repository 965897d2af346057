// Arithmetic on wire money, for hints shown before a request; the server's figures are authoritative.
const WIRE = /^(-?)(\d+)\.(\d{2})$/

function minorOf(wire: string): bigint {
  const match = WIRE.exec(wire)
  if (!match) throw new RangeError(`not an amount: ${JSON.stringify(wire)}`)
  const minor = BigInt(match[2]! + match[3]!)
  return match[1] ? -minor : minor
}

function wireOf(minor: bigint): string {
  const digits = String(minor < 0n ? -minor : minor).padStart(3, '0')
  return `${minor < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

export const sum = (one: string, other: string): string => wireOf(minorOf(one) + minorOf(other))

export const difference = (one: string, other: string): string => wireOf(minorOf(one) - minorOf(other))

export const times = (amount: string, count: number): string => wireOf(minorOf(amount) * BigInt(count))

/** How much is missing from `there` to reach `needed`; null if there is enough. */
export function missingOf(needed: string, there: string): string | null {
  const missing = minorOf(needed) - minorOf(there)
  return missing > 0n ? wireOf(missing) : null
}

/** How many times `price` fits into `budget`; 0 for a price of zero. */
export function fits(budget: string, price: string): number {
  const minor = minorOf(price)
  return minor > 0n ? Number(minorOf(budget) / minor) : 0
}

export const isNothing = (amount: string): boolean => minorOf(amount) === 0n

export const isMore = (amount: string, than: string): boolean => minorOf(amount) > minorOf(than)

/** The parts of an amount up to a limit and above it. */
export function splitAt(amount: string, limit: string): { below: string; above: string } {
  if (!WIRE.test(amount)) return { below: '0.00', above: amount }
  if (!isMore(amount, limit)) return { below: amount, above: '0.00' }
  return { below: limit, above: wireOf(minorOf(amount) - minorOf(limit)) }
}

/** Fee and payout of a withdrawal; the fee is waived if it would leave nothing. */
export function payoutOf(amount: string, fee: string): { fee: string; payout: string } {
  if (!isMore(amount, fee)) return { fee: '0.00', payout: amount }
  return { fee, payout: wireOf(minorOf(amount) - minorOf(fee)) }
}
