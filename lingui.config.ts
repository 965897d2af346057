// The catalogues of the member app: one file a language, named by the product's language codes.
// Must never name fallback languages: with them a missing text would pass the strict check in silence.
export default {
  sourceLocale: 'en',
  locales: ['vn', 'en', 'jp', 'kr', 'cn', 'rs', 'fr'],
  catalogs: [
    {
      path: '<rootDir>/member/src/locales/{locale}',
      include: ['<rootDir>/member/src', '<rootDir>/ui/src'],
      exclude: ['**/*.test.*', '**/gallery/**'],
    },
  ],
}
