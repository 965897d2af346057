// Only for the check of the texts: what the sources say, written beside the catalogues instead of into them.
import config from './lingui.config.ts'

export default {
  ...config,
  locales: ['en'],
  catalogs: config.catalogs.map(({ path, include, exclude }) => ({
    path: path.replace('member/src/locales', 'node_modules/.cache/texts'),
    include,
    exclude,
  })),
}
