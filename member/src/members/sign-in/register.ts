// Registers. Where many have registered from this network, the device first computes for a few seconds.
import type { RegistrationChallenge, RegistrationWait } from '@fairturn/contract/members'
import { ApiFailure } from '@fairturn/ui/failure.ts'
import { call } from '../../shell/client.ts'
import type { ChallengeReply } from './challenge-worker.ts'

type Body = Parameters<typeof call<'POST auth/register'>>[1]['body']

/** `onWork`: the share of the work that is done, up to 1; undefined once it is over. */
export async function register(body: Body, onWork: (share: number | undefined) => void) {
  try {
    return await call('POST auth/register', { body })
  } catch (failure) {
    if (waitOf(failure)?.challenge !== true) throw failure
    onWork(0)
    try {
      const { data } = await call('GET auth/challenge')
      const challenge = await solve(data, onWork)
      if (challenge === null) throw failure
      return await call('POST auth/register', { body: { ...body, challenge } })
    } finally {
      onWork(undefined)
    }
  }
}

/** What a refusal says about waiting. */
export const waitOf = (failure: unknown): RegistrationWait | undefined =>
  failure instanceof ApiFailure && failure.code === 'registration_waits'
    ? (failure.details as unknown as RegistrationWait)
    : undefined

/** Null if this browser cannot: it needs Web Crypto, which pages without https do not have. */
async function solve(
  challenge: RegistrationChallenge,
  onWork: (share: number) => void,
): Promise<string | null> {
  const worker = new Worker(new URL('./challenge-worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise<string | null>((resolve) => {
      worker.addEventListener('error', () => resolve(null))
      worker.addEventListener('message', ({ data }: MessageEvent<ChallengeReply>) => {
        if ('solved' in data) resolve(data.solved)
        else onWork(Math.min(1, data.attempts / challenge.parameters.data.attempts))
      })
      worker.postMessage(challenge, [])
    })
  } finally {
    worker.terminate()
  }
}
