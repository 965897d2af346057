import type { OpenKeys } from '@fairturn/ui/useAction.ts'
import { type ActionParts, useAction as useKitAction } from '@fairturn/ui/useAction.ts'
import { toastFailure } from './failure-text.ts'
import { discardDraft, storeDraft, readDraft } from './forms/drafts.ts'

interface MemberActionParts<Input, Answer> extends Omit<ActionParts<Input, Answer>, 'keys'> {
  /**
   * The name of an action that moves money: its idempotency key is stored until the outcome is known, even if
   * the dialog is closed or the page reloaded, so that the same input is never processed twice.
   */
  once?: string | undefined
}

/** An action of the member; a failure is shown as a toast unless the screen handles it. */
export const useAction = <Input, Answer>({ once, ...parts }: MemberActionParts<Input, Answer>) =>
  useKitAction({ onFailed: toastFailure, ...parts, ...(once !== undefined && { keys: keysOf(once) }) })

/** Stored with the drafts: per member, for the duration of the session. */
const keysOf = (action: string): OpenKeys => ({
  get: (input) => readDraft(`${action} ${input}`)?.['key'],
  set: (input, key) => storeDraft(`${action} ${input}`, { key }),
  delete: (input) => discardDraft(`${action} ${input}`),
})
