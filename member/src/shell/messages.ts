// The texts of message codes in the screen's language. Loaded on first use: most visits need none, because
// refusals include their text.
import type { MemberMessageCode, MessageTexts } from '@fairturn/contract/messages'
import { toast, type ToastKind } from '@fairturn/ui/toasts.ts'
import { chosenLocale } from './locale.ts'

const loaders = import.meta.glob<MessageTexts>('../../../server/src/platform/texts/*/messages.json', {
  import: 'default',
})

/** All texts of the current language. Throws if they cannot be loaded. */
export const messageTexts = (): Promise<MessageTexts> =>
  loaders[`../../../server/src/platform/texts/${chosenLocale()}/messages.json`]!()

/** Shows a message as a toast. */
export async function toastMessage(code: MemberMessageCode, kind: ToastKind = 'success'): Promise<void> {
  const texts = await messageTexts()
  toast(asSentence(texts[code]), kind)
}

/** English texts start in lower case, as in logs; on the screen they start in upper case. */
export const asSentence = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1)
