// The proof of a public award, checked in this browser with the public list of proofs and what the device remembers; no
// sign-in needed.
import { checkAward, type ShownAward } from '@fairturn/contract/proof/check-award'
import { TREES_KEPT_MS } from '@fairturn/contract/proof/check-lines'
import { CLOCKS_MS } from '@fairturn/contract/proof/times'
import type { AwardProof, Proof } from '@fairturn/contract/proofs'
import { ApiFailure } from '@fairturn/ui/failure.ts'
import { queryOptions } from '@tanstack/react-query'
import { call, queries } from '../shell/client.ts'
import { settingsQuery } from '../shell/queries.ts'
import { browserCryptography, canHash } from './proof/cryptography.ts'
import { forgetPromised, promisedOf, rememberPromised, seenProof } from './proof/memory.ts'

/** Pages of the list of proofs, of fifty days each. */
const MAX_PAGES = 100

export const awardProofQuery = (award: ShownAward) =>
  queryOptions({
    queryKey: ['transparency', 'award', award.entry_id, 'proof'],
    queryFn: async ({ signal }) => {
      const { entry_id } = award
      const [proof, { data: keys }, settings] = await Promise.all([
        proofOf(award, signal),
        call('GET proofs/keys', { signal, fresh: true }),
        queries.fetchQuery(settingsQuery),
      ])
      // A demo is rebuilt now and then, with other proofs, which this page cannot tell from a fraud.
      const seen = settings?.demo.value ? undefined : seenProof()
      const promised = settings?.demo.value ? undefined : promisedOf(entry_id)
      const proofs = await proofsSince(proof.found === null ? Date.parse(award.at) : undefined, signal)
      const known = { seen, promised, keys: keys.list, proofs, now_ms: Date.now() }
      const verdict = canHash()
        ? await checkAward(award, proof, known, browserCryptography)
        : ('not_possible_here' as const)
      if (verdict === 'waiting' && proof.number !== null) rememberPromised(entry_id, proof.number)
      if (verdict === 'proved') forgetPromised(entry_id)
      return { verdict, number: proof.number, newest: proofs[0]?.number ?? 0 }
    },
    // What was to come may be there at the next look.
    staleTime: 0,
    retry: false,
  })

/**
 * The server's answer. That a proof was deleted counts for an award that is old enough; of another it is as good as the
 * answer that the award is in none.
 */
async function proofOf({ entry_id, at }: ShownAward, signal: AbortSignal): Promise<AwardProof> {
  try {
    return (await call('GET awards/:entry_id/proof', { params: { entry_id }, signal, fresh: true })).data
  } catch (error) {
    const deleted = error instanceof ApiFailure && error.code === 'proof_is_too_old'
    if (deleted && !(Date.now() - Date.parse(at) > TREES_KEPT_MS)) return { number: null, found: null }
    throw error
  }
}

/** Newest first, one page, or back to the last proof before that time. */
async function proofsSince(at_ms: number | undefined, signal: AbortSignal): Promise<Proof[]> {
  const proofs: Proof[] = []
  let cursor: string | undefined
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { data } = await call('GET proofs', {
      query: cursor === undefined ? {} : { cursor },
      signal,
      fresh: true,
    })
    proofs.push(...data.list)
    const last = data.list.at(-1)
    if (data.cursor === null || last === undefined || at_ms === undefined) break
    if (Date.parse(last.taken_at) < at_ms - CLOCKS_MS) break
    cursor = data.cursor
  }
  return proofs
}
