// The two ways a code reaches a member: an HTTP gateway at the configured address, and a demo's screen. Codes are made,
// stored and checked in phone-codes.ts; a sender only carries the text.
import type { Config } from '../platform/config.ts'

export interface PhoneMessage {
  /** Idempotency key. */
  readonly id: string
  /** E.164. */
  readonly to: string
  readonly text: string
  /** BCP 47. */
  readonly language: string
}

/** `unreachable`: this number gets no messages. `failed`: nothing was sent. `timed_out`: it may have been sent. */
export type Delivery = 'sent' | 'unreachable' | 'failed' | 'timed_out'

export interface PhoneCodes {
  /** The code is in the answer, and the member's screen shows it. */
  readonly onScreen: boolean
  /** How many codes are sent in 24 hours at most. */
  readonly aDay: number
  readonly send: (message: PhoneMessage) => Promise<Delivery>
}

const TIMEOUT_MS = 10_000
const SCREEN_A_DAY = 100_000

/** Undefined: nothing is sent, and no number needs to be confirmed. */
export function openPhoneCodes({ phone_codes, demo }: Pick<Config, 'phone_codes' | 'demo'>) {
  if (phone_codes !== undefined) return httpSender(phone_codes)
  return demo ? screen : undefined
}

const screen: PhoneCodes = { onScreen: true, aDay: SCREEN_A_DAY, send: async () => 'sent' }

/**
 * Any 2xx: sent. 400 and 422 are about the number, and prove that the gateway works; everything else, a redirect
 * too, is its failure.
 */
export function httpSender(
  { url, token, aDay }: NonNullable<Config['phone_codes']>,
  timeoutMs = TIMEOUT_MS,
): PhoneCodes {
  return {
    onScreen: false,
    aDay,
    async send({ id, ...message }) {
      try {
        const answer = await fetch(url, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'idempotency-key': id,
            ...(token !== undefined && { authorization: `Bearer ${token}` }),
          },
          body: JSON.stringify(message),
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        })
        await answer.body?.cancel()
        if (answer.ok) return 'sent'
        return ABOUT_THE_NUMBER.has(answer.status) ? 'unreachable' : 'failed'
      } catch (error) {
        return (error as Error).name === 'TimeoutError' ? 'timed_out' : 'failed'
      }
    },
  }
}

const ABOUT_THE_NUMBER: ReadonlySet<number> = new Set([400, 422])
