// Tells open apps that something has changed. Sent by NOTIFY, so it is delivered if and only if the
// transaction commits. Not durable: a listener that is disconnected misses it.
import type { LiveKind } from '@fairturn/contract/notices'
import type { Queryable } from '../database/database.ts'
import { statement } from '../database/statement.ts'

export const LIVE_CHANNEL = 'live'

/** PostgreSQL takes payloads below 8000 bytes. */
const PAYLOAD_MAX_BYTES = 7900

export interface LiveEvent {
  /** A member's id, or everyone who is listening. */
  readonly to: string
  readonly kind: LiveKind
  readonly data: Readonly<Record<string, unknown>>
}

const notifyAll = statement(
  'notices_announce',
  `select pg_notify('live', payload) from unnest($1::text[]) as payload`,
)

/**
 * Announces one event or several; data too large for one payload is left out, and listeners fetch what they
 * show.
 */
export async function announce(on: Queryable, events: LiveEvent | readonly LiveEvent[]): Promise<void> {
  const payloads = [events].flat().map((event) => payloadOf(event))
  if (payloads.length > 0) await notifyAll.all(on, payloads)
}

function payloadOf(event: LiveEvent): string {
  const payload = JSON.stringify(event)
  return Buffer.byteLength(payload) <= PAYLOAD_MAX_BYTES ? payload : JSON.stringify({ ...event, data: {} })
}
