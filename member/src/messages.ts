// The texts of message keys in the screen's language. Loaded on first use: most visits need none, because
// refusals come with their text.
import type { MessageCode } from '@fairturn/contract/messages'
import { toast, type ToastKind } from '@fairturn/ui/toasts.ts'
import { chosenLocale, type Locale } from './locale.ts'

type Texts = Readonly<Record<MessageCode, string>>

const loaders: Readonly<Record<Locale, () => Promise<Texts>>> = {
  en: () =>
    import('@fairturn/contract/messages').then(
      ({ messages }) =>
        Object.fromEntries(Object.entries(messages).map(([code, { text }]) => [code, text])) as Texts,
    ),
  vn: () => import('@fairturn/contract/messages/vn').then((module) => module.default),
  jp: () => import('@fairturn/contract/messages/jp').then((module) => module.default),
  kr: () => import('@fairturn/contract/messages/kr').then((module) => module.default),
  cn: () => import('@fairturn/contract/messages/cn').then((module) => module.default),
  rs: () => import('@fairturn/contract/messages/rs').then((module) => module.default),
  fr: () => import('@fairturn/contract/messages/fr').then((module) => module.default),
}

/** Every text of the language on the screen. Throws when they cannot be loaded. */
export const messageTexts = (): Promise<Texts> => loaders[chosenLocale()]()

/** Says a message by its key in passing. */
export async function toastMessage(code: MessageCode, kind: ToastKind = 'success'): Promise<void> {
  const texts = await messageTexts()
  toast(asSentence(texts[code]), kind)
}

/** The contract's English texts begin in lower case, as in logs; on the screen in upper case. */
export const asSentence = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1)
