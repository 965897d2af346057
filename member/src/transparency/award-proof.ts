// The proof of a public award, checked in this browser with what the device remembers of proofs; no sign-in needed.
import { checkAward, type ShownAward } from '@fairturn/contract/proof/check-award'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../shell/client.ts'
import { browserCryptography, canHash } from './proof/cryptography.ts'
import { seenProof } from './proof/memory.ts'

export const awardProofQuery = (award: ShownAward) =>
  queryOptions({
    queryKey: ['transparency', 'award', award.entry_id, 'proof'],
    queryFn: async ({ signal }) => {
      const params = { entry_id: award.entry_id }
      const [{ data: proof }, { data: keys }] = await Promise.all([
        call('GET awards/:entry_id/proof', { params, signal }),
        call('GET proofs/keys', { signal }),
      ])
      const known = { seen: seenProof(), keys: keys.list }
      const verdict = canHash()
        ? await checkAward(award, proof, known, browserCryptography)
        : ('not_possible_here' as const)
      return { verdict, number: proof.number }
    },
    retry: false,
  })
