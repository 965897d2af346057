import type { Proposal } from '@fairturn/contract/backoffice/approvals'
import { BROADCAST_PROPOSAL, type BroadcastTexts } from '@fairturn/contract/backoffice/broadcasts'
import { useKeyText } from '../components/format.ts'

/** What is proposed, as its title: an unlocking that comes with a recovery code says so. */
export function useKindOf(): (proposal: Pick<Proposal, 'kind' | 'content'>) => string {
  const textOf = useKeyText('approvals.kinds')
  return ({ kind, content }) =>
    textOf(kind === 'unlock_money' && content['with_code'] === true ? 'unlock_with_code' : kind)
}

/** Whoever approves it is shown half of a recovery code, once. */
export const isRecovery = ({ kind, content }: Pick<Proposal, 'kind' | 'content'>): boolean =>
  kind === 'recovery_code_handover' || (kind === 'unlock_money' && content['with_code'] === true)

/** What a broadcast says in its title, for there are many. */
export const titleOf = ({ kind, content }: Pick<Proposal, 'kind' | 'content'>): string | undefined =>
  kind === BROADCAST_PROPOSAL ? (content['texts'] as BroadcastTexts).vn.title : undefined
