// What a table stands in: on a narrow screen it scrolls, and is then a stop of the keyboard.
import { Paper, type SxProps, TableContainer } from '@mui/material'
import { type ReactNode, useCallback, useState } from 'react'

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
      {...(sx && { sx })}
    >
      {children}
    </TableContainer>
  )
}
