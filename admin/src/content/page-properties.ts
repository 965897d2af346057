// A page's text for its history and proposals: one block per line, so that differences are shown by block.
import type { PageContent } from '@fairturn/contract/backoffice/content'
import { useTranslate } from 'react-admin'
import type { Properties } from './difference.ts'

const linesOf = (html: string) =>
  html.replaceAll(/>\s*<(?=(h2|h3|p|ul|ol|li|table|tr|dl|hr|blockquote)\b)/g, '>\n<')

export function usePageProperties(): (page: PageContent) => Properties {
  const translate = useTranslate()
  return ({ html }) => ({
    [translate('site.text')]: html === null ? translate('site.of_product') : linesOf(html),
  })
}
