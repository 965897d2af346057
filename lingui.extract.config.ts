// Only for the check of the texts: what the sources say, written beside the catalogues instead of into them.
import config from './lingui.config.ts'

export default {
  ...config,
  locales: ['en'],
  catalogs: [{ ...config.catalogs[0]!, path: '<rootDir>/node_modules/.cache/texts/{locale}' }],
}
