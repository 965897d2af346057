import type { BannerContent } from '@fairturn/contract/backoffice/content'
import { LOCALES } from '@fairturn/contract/locales'
import { useTranslate } from 'react-admin'
import type { Properties } from './difference.ts'

export function useBannerProperties(): (banner: BannerContent) => Properties {
  const translate = useTranslate()
  return ({ film, poster, captions }) => ({
    [translate('site.film')]: film,
    [translate('site.poster')]: poster,
    ...Object.fromEntries(
      LOCALES.map((each) => [`${translate('site.captions')} ${each}`, captions[each] ?? '']),
    ),
  })
}
