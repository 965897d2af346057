// The catalogues of the member app: two files per language, in folders named by the product's language codes. Never
// add fallback languages: with them a missing text would silently pass the strict check.
import { formatter } from '@lingui/format-po'
import { LOCALES } from './contract/src/locales.ts'

/** The files whose texts the first screens may show; member/src/shell/texts.test.ts checks that none is missing. */
const FIRST = [
  'ui/src/**/*.{ts,tsx}',
  'member/src/*.{ts,tsx}',
  'member/src/shell/*.{ts,tsx}',
  'member/src/shell/home/*.tsx',
  'member/src/shell/offline/{UpdateBar,start}.tsx',
  'member/src/shell/forms/PasswordField.tsx',
  'member/src/members/sign-in/**/*.{ts,tsx}',
  'member/src/members/security/{ConfirmSession,CredentialDialog}.tsx',
  'member/src/members/security/passkeys.ts',
  'member/src/members/AvatarUpload.tsx',
  'member/src/terms/LegalLinks.tsx',
]
const NEVER = ['**/*.test.*', '**/gallery/**']

export default {
  sourceLocale: 'en',
  // Without line numbers, so that changed code changes no catalogue.
  format: formatter({ lineNumbers: false }),
  locales: LOCALES,
  catalogs: [
    {
      path: '<rootDir>/member/src/locales/{locale}/first',
      include: FIRST.map((path) => `<rootDir>/${path}`),
      exclude: NEVER,
    },
    {
      path: '<rootDir>/member/src/locales/{locale}/others',
      include: ['<rootDir>/member/src/**/*.{ts,tsx}'],
      exclude: [...NEVER, ...FIRST.map((path) => `<rootDir>/${path}`)],
    },
  ],
}
