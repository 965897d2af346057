import type { OpenKeys } from '@fairturn/ui/useAction.ts'
import { type ActionParts, useAction as useKitAction } from '@fairturn/ui/useAction.ts'
import { toastFailure } from './failureText.ts'
import { discardDraft, storeDraft, readDraft } from './forms/drafts.ts'

interface MemberActionParts<Input, Answer> extends Omit<ActionParts<Input, Answer>, 'keys'> {
  /**
   * The name of an action that money depends on: its key is kept until there is an outcome, whatever is closed or loaded again before,
   * so that the same input sent again is never done twice.
   */
  once?: string | undefined
}

/** An action of the member; why it failed is shown as a toast unless the screen says it. */
export const useAction = <Input, Answer>({ once, ...parts }: MemberActionParts<Input, Answer>) =>
  useKitAction({ onFailed: toastFailure, ...parts, ...(once !== undefined && { keys: keysOf(once) }) })

/** With the drafts: of this member, for as long as the session. */
const keysOf = (action: string): OpenKeys => ({
  get: (input) => readDraft(`${action} ${input}`)?.['key'],
  set: (input, key) => storeDraft(`${action} ${input}`, { key }),
  delete: (input) => discardDraft(`${action} ${input}`),
})
