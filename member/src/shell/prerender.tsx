// Renders the screens before sign-in to HTML at build, in each language; run by member/prerender-build.ts.
import './prerender-globals.ts'
import { LOCALES } from '@fairturn/contract/locales'
import { renderToString } from 'react-dom/server'
import { screens } from '../routes.tsx'
import { activateLocale } from './locale.ts'
import { paths } from './paths.ts'
import { Root } from './Root.tsx'
import { session } from './session.ts'

const rendered: Record<string, Record<string, string>> = {}
for (const path of [paths.login, paths.register, paths.forgotPassword]) {
  location.pathname = path
  await screens.prefetch(path)
  const languages: Record<string, string> = {}
  for (const locale of LOCALES) {
    session.chooseLocale(locale)
    await activateLocale(locale)
    languages[locale] = renderToString(<Root screens={screens} />)
  }
  rendered[path] = languages
}
process.stdout.write(JSON.stringify(rendered), () => process.exit())
