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

/** Tells every link of the kit to go through this component (wouter's Link, for one). */
export const AnchorProvider = RouterLink.Provider

/** A link. One to another site opens beside this one and hands it nothing about where it came from. */
export function Anchor(props: AnchorProps) {
  const link = use(RouterLink)
  const { href } = props
  if (href.startsWith('#')) return createElement('a', props)
  const outside = !href.startsWith('/') || href.startsWith('//')
  if (outside) return createElement('a', { target: '_blank', rel: 'noopener noreferrer', ...props })
  return link ? createElement(link, props) : createElement('a', props)
}
