import { useLocale } from './useSession.ts'

/** Between two sentences; Japanese and Chinese have no space after 。 */
export function Gap() {
  const locale = useLocale()
  return locale === 'jp' || locale === 'cn' ? null : ' '
}
