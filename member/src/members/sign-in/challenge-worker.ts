// Solves a proof of work beside the page, and says how far it is.
import type { RegistrationChallenge } from '@fairturn/contract/members'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

/** `attempts`: made so far; `solved`: null if it was not solved in time. */
export type ChallengeReply = { readonly attempts: number } | { readonly solved: string | null }

const SAID_EVERY = 20
const reply = (message: ChallengeReply) => postMessage(message)

onmessage = async ({ data: challenge }: MessageEvent<RegistrationChallenge>) => {
  let attempts = 0
  const solution = await solveChallenge({
    challenge: challenge as Challenge,
    deriveKey: (...given) => {
      if (++attempts % SAID_EVERY === 0) reply({ attempts })
      return deriveKey(...given)
    },
  })
  if (solution === null) return reply({ solved: null })
  const { counter, derivedKey } = solution
  reply({ solved: btoa(JSON.stringify({ challenge, solution: { counter, derivedKey } })) })
}
