// Links inside the kit. An app gives its router's link once, so the kit knows no router.
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

/** Makes every link of the kit go through this component (wouter's Link, for example). */
export const AnchorProvider = RouterLink.Provider

/** A link. An external one opens in a new tab, without opener and referrer. */
export function Anchor(props: AnchorProps) {
  const link = use(RouterLink)
  const { href } = props
  if (href.startsWith('#')) return createElement('a', props)
  const outside = !href.startsWith('/') || href.startsWith('//')
  if (outside) return createElement('a', { target: '_blank', rel: 'noopener noreferrer', ...props })
  return link ? createElement(link, props) : createElement('a', props)
}
