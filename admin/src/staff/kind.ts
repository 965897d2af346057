import type { Proposal } from '@fairturn/contract/backoffice/approvals'
import { useKeyText } from '../components/format.ts'

/** What is proposed, as its title: an unlocking that comes with a recovery code says so. */
export function useKindOf(): (proposal: Pick<Proposal, 'kind' | 'content'>) => string {
  const textOf = useKeyText('approvals.kinds')
  return ({ kind, content }) =>
    textOf(kind === 'unlock_money' && content['with_code'] === true ? 'unlock_with_code' : kind)
}
