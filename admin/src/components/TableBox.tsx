// What a table stands in: on a narrow screen it scrolls, and is then a stop of the keyboard.
import { keyframes, Paper, type SxProps, TableContainer } from '@mui/material'
import { type ReactNode, useCallback, useState } from 'react'

const whereCut = keyframes({
  'from, 99%': { maskImage: 'linear-gradient(to left, transparent, #000 36px)' },
  to: { maskImage: 'none' },
})
/** As long as more follows to the right, its edge fades out; what does not scroll has no such timeline and no edge. */
export const FADES_WHERE_CUT = {
  '@supports (animation-timeline: scroll())': {
    animation: `${whereCut} linear both`,
    animationTimeline: 'scroll(self inline)',
  },
} as const

export function TableBox({ children, sx }: { children: ReactNode; sx?: SxProps }) {
  const [scrolls, setScrolls] = useState(false)
  const watch = useCallback((box: HTMLDivElement | null) => {
    if (box === null) return undefined
    const observer = new ResizeObserver(() => setScrolls(box.scrollWidth > box.clientWidth))
    for (const element of [box, ...box.children]) observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <TableContainer
      ref={watch}
      component={Paper}
      variant="outlined"
      tabIndex={scrolls ? 0 : undefined}
      sx={[FADES_WHERE_CUT, ...(sx === undefined ? [] : Array.isArray(sx) ? sx : [sx])]}
    >
      {children}
    </TableContainer>
  )
}
