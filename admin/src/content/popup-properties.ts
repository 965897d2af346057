import type { PopupContent } from '@fairturn/contract/backoffice/content'
import { useTranslate } from 'react-admin'
import type { Properties } from './difference.ts'

export function usePopupProperties(): (popup: PopupContent) => Properties {
  const translate = useTranslate()
  return ({ is_on, image, alt }) => ({
    [translate('site.state')]: translate(is_on ? 'site.on' : 'site.off'),
    [translate('site.picture')]: image ?? translate('site.of_product'),
    [translate('site.alt')]: alt ?? '',
  })
}
