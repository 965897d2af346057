// What Vite's plugins let a module import beside code.
declare module '*.po' {
  import type { Messages } from '@lingui/core'
  export const messages: Messages
}
