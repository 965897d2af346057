// Per-language files built from the server's texts: the banner's captions and the popup's image.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LOCALES } from '@fairturn/contract/locales'
import type { Plugin } from 'vite'

const TEXTS = join(import.meta.dirname, '../server/src/platform/texts')
const POPUP_WITHOUT_TEXT = join(import.meta.dirname, 'public/popup/default.webp')

export const filesOfLanguages = (): Plugin => ({
  name: 'fairturn-files-of-languages',
  apply: 'build',
  generateBundle() {
    for (const locale of LOCALES) {
      const popup = join(TEXTS, locale, 'popup.webp')
      const files = {
        [`media/banner.${locale}.vtt`]: join(TEXTS, locale, 'banner.vtt'),
        [`popup/${locale}.webp`]: existsSync(popup) ? popup : POPUP_WITHOUT_TEXT,
      }
      for (const [fileName, from] of Object.entries(files))
        this.emitFile({ type: 'asset', fileName, source: readFileSync(from) })
    }
  },
})
