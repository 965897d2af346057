interface Span {
  top: number
  bottom: number
}

/**
 * How far above the bottom of the window a block of that height covers none of the controls; `lowest` if there is no
 * such place.
 */
export function clearOf(
  controls: readonly Span[],
  height: number,
  windowHeight: number,
  lowest: number,
): number {
  let bottom = lowest
  for (;;) {
    const [low, high] = [windowHeight - bottom, windowHeight - bottom - height]
    if (high < 0) return lowest
    const covered = controls.filter((control) => control.top < low && control.bottom > high)
    if (covered.length === 0) return bottom
    bottom = windowHeight - Math.min(...covered.map(({ top }) => top))
  }
}
