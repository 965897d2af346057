// What a screen is, and how components reach the table of screens. The application hands the table down: a component
// that imported it (routes.tsx) would import every screen, itself included.
import { createContext, lazy, useContext, type ComponentType } from 'react'
import { loadOtherTexts } from './locale.ts'

export interface Screen {
  path: string
  /** `either`: with the navigation where somebody is signed in. */
  layout: 'authenticated' | 'blank' | 'either'
  load: () => Promise<ComponentType>
  /** Set once the code is loaded: the screen then renders at once, without an outline. */
  loaded: ComponentType | undefined
  Lazy: ComponentType
}

export interface Screens {
  /** The screen at a path, or the not-found screen. */
  at: (path: string) => Screen
  /** Prefetches a screen's code. A failure is harmless: opening the screen retries. */
  prefetch: (path: string) => Promise<void>
}

type FetchCode = () => Promise<{ default: ComponentType }>

/** A screen whose texts are loaded with its code. */
export const screen = (path: string, layout: Screen['layout'], fetchCode: FetchCode): Screen =>
  firstScreen(path, layout, async () => {
    const [code] = await Promise.all([fetchCode(), loadOtherTexts()])
    return code
  })

/** A screen whose texts are in the catalogue of the first screens (lingui.config.ts). */
export function firstScreen(path: string, layout: Screen['layout'], fetchCode: FetchCode): Screen {
  const load = async () => (made.loaded ??= (await fetchCode()).default)
  const made: Screen = {
    path,
    layout,
    load,
    loaded: undefined,
    Lazy: lazy(async () => ({ default: await load() })),
  }
  return made
}

/** The first screen whose path matches is shown. */
export function createScreens(screens: readonly Screen[], notFound: Screen): Screens {
  const at = (path: string) => screens.find((known) => matches(known.path, path)) ?? notFound
  return {
    at,
    async prefetch(path) {
      await at(path)
        .load()
        .catch(() => undefined)
    },
  }
}

function matches(pattern: string, path: string): boolean {
  const requested = pattern.split('/')
  const given = path.replace(/(.)\/$/, '$1').split('/')
  return (
    requested.length === given.length &&
    requested.every((part, i) => part.startsWith(':') || part === given[i])
  )
}

export const ScreensContext = createContext<Screens | undefined>(undefined)

export function useScreens(): Screens {
  const screens = useContext(ScreensContext)
  if (screens === undefined) throw new Error('Root hands down the table of screens')
  return screens
}
