import { chosenLocale } from './locale.ts'

/** Items one after another, as the member's language sets them: `A, B`, in Japanese and Chinese `A、B`. */
export function listOf(items: readonly string[]): string {
  const locale = chosenLocale()
  return items.join(locale === 'jp' || locale === 'cn' ? '、' : ', ')
}
