import type { Proposal } from '@fairturn/contract/backoffice/approvals'
import { BROADCAST_PROPOSAL, type BroadcastTexts } from '@fairturn/contract/backoffice/broadcasts'
import { useKeyText } from '../components/format.ts'

type Content = Pick<Proposal, 'content'>

/** The call of a conversation's page that a proposed text belongs to. */
const OF_CONVERSATION = /^POST backoffice\/conversations\/:conversation_id\/(answer|extend|decide)$/

/** The conversation of a proposed text, and what is done in it; undefined for any other proposal. */
export function conversationOf({ content }: Content): { _id: string; act: string } | undefined {
  const act = OF_CONVERSATION.exec(String(content['call']))?.[1]
  const { conversation_id } = (content['params'] ?? {}) as { conversation_id?: string }
  return act === undefined || conversation_id === undefined ? undefined : { _id: conversation_id, act }
}

/** What is proposed, as its title: an unlocking that comes with a recovery code, and a text in a conversation say so. */
export function useKindOf(): (proposal: Pick<Proposal, 'kind' | 'content'>) => string {
  const textOf = useKeyText('approvals.kinds')
  const actOf = useKeyText('support.acts')
  return ({ kind, content }) => {
    const act = conversationOf({ content })?.act
    if (act !== undefined) return actOf(act)
    return textOf(kind === 'unlock_money' && content['with_code'] === true ? 'unlock_with_code' : kind)
  }
}

/** Whoever approves it is shown half of a recovery code, once. */
export const isRecovery = ({ kind, content }: Pick<Proposal, 'kind' | 'content'>): boolean =>
  kind === 'recovery_code_handover' || (kind === 'unlock_money' && content['with_code'] === true)

/** What a broadcast says in its title, for there are many. */
export const titleOf = ({ kind, content }: Pick<Proposal, 'kind' | 'content'>): string | undefined =>
  kind === BROADCAST_PROPOSAL ? (content['texts'] as BroadcastTexts).vn.title : undefined
