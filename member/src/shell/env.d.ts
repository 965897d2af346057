// Types of the non-code modules that Vite's plugins make importable.
declare module '*.po' {
  import type { Messages } from '@lingui/core'
  export const messages: Messages
}
