// For the test of the texts only: extracts into separate files instead of the catalogues.
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
