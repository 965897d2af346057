import { type ActionParts, useAction as useKitAction } from '@fairturn/ui/useAction.ts'
import { toastFailure } from './failureText.ts'

/** An action of the member; why it failed is shown as a toast unless the screen says it. */
export const useAction = <Input, Answer>(parts: ActionParts<Input, Answer>) =>
  useKitAction({ onFailed: toastFailure, ...parts })
