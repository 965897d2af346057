// Links of the shared components. Each app provides its router's link component, so this package depends on no router.
import {
  createContext,
  createElement,
  use,
  type AnchorHTMLAttributes,
  type ComponentType,
  type ReactNode,
} from 'react'

export type AnchorProps = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string; children?: ReactNode }

const RouterLink = createContext<ComponentType<AnchorProps> | null>(null)

/** All links of the shared components render with this component (for example wouter's Link). */
export const AnchorProvider = RouterLink.Provider

/** A link. External links open in a new tab, without opener and referrer. */
export function Anchor(props: AnchorProps) {
  const link = use(RouterLink)
  const { href } = props
  if (href.startsWith('#')) return createElement('a', props)
  const outside = !href.startsWith('/') || href.startsWith('//')
  if (outside) return createElement('a', { target: '_blank', rel: 'noopener noreferrer', ...props })
  return link ? createElement(link, props) : createElement('a', props)
}
