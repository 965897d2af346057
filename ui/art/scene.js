// The film of the home screen, frame by frame: points of light gather in a ring until it is full, then go on.
// Draws one instant of it on a canvas; must come out the same every time, so it knows no clock and no chance.

export const PERIOD_S = 8

const COINS = 7
const FLIGHT_S = 1.9
const APART_S = 0.52
const FIRST_S = 0.15
const LEAVE_S = 5.75
const LEAVE_APART_S = 0.11
const LEAVING_S = 1.45

const clamp = (value) => Math.min(1, Math.max(0, value))
const easeInOut = (t) => (t < 0.5 ? 4 * t ** 3 : 1 - (-2 * t + 2) ** 3 / 2)
const easeOut = (t) => 1 - (1 - t) ** 3
const easeIn = (t) => t ** 2.4

/** The place of a coin in the full ring: one in the middle, six around it; the lower ones come first. */
function seat(index, spacing) {
  if (index === COINS - 1) return { x: 0, y: 0 }
  const order = [2, 1, 3, 0, 4, 5]
  const angle = ((order[index] - 0.5) * Math.PI) / 3
  return { x: Math.cos(angle) * spacing, y: Math.sin(angle) * spacing }
}

const along = (a, b, c, d, t) =>
  (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t ** 2 * c + t ** 3 * d

/** Where a coin is at `t` seconds and how golden it has become, or null while it is out of the picture. */
function coinAt(index, t, stage) {
  const home = seat(index, stage.radius * 0.47)
  const start_s = FIRST_S + index * APART_S
  const leave_s = LEAVE_S + index * LEAVE_APART_S
  const from = { x: -stage.cx - 60, y: [-40, 96, -96, 60, -10, 130, -70][index] * (stage.radius / 110) }
  if (t < start_s) return null
  if (t < leave_s) {
    const p = easeOut(clamp((t - start_s) / FLIGHT_S))
    return {
      x: along(from.x, from.x * 0.55, home.x - stage.radius * 2.2, home.x, p),
      y: along(from.y, from.y * 1.6, home.y * 0.3, home.y, p),
      gold: easeInOut(clamp((t - start_s - FLIGHT_S * 0.55) / 0.8)),
    }
  }
  const p = easeIn(clamp((t - leave_s) / LEAVING_S))
  if (p >= 1) return null
  const out = stage.width - stage.cx + 60
  return {
    x: along(home.x, home.x + stage.radius * 0.6, out * 0.5, out, p),
    y: along(home.y, home.y * 0.6, -30, -70 + index * 16, p),
    gold: 1,
  }
}

function ground(context, { width, height, cx, cy, radius }, turn) {
  const wash = context.createLinearGradient(0, 0, width * 0.7, height * 1.5)
  wash.addColorStop(0, '#1a2ba6')
  wash.addColorStop(0.5, '#2740e6')
  wash.addColorStop(1, '#4e64f4')
  context.fillStyle = wash
  context.fillRect(0, 0, width, height)
  // Wide, slow rings: the same turn, seen from further away.
  context.lineCap = 'round'
  for (const [scale, share, way, width_share] of [
    [2.05, 0.62, 1, 0.05],
    [3.1, 0.44, -1, 0.05],
    [4.3, 0.7, 1, 0.05],
  ]) {
    const begin = way * turn * 2 * Math.PI + scale * 2
    context.strokeStyle = 'rgb(255 255 255 / 0.075)'
    context.lineWidth = radius * width_share
    context.beginPath()
    context.arc(cx, cy, radius * scale, begin, begin + share * 2 * Math.PI)
    context.stroke()
  }
}

function ring(context, { cx, cy, radius }, filled, emptied, glow) {
  const top = -Math.PI / 2
  context.lineWidth = radius * 0.15
  context.strokeStyle = 'rgb(255 255 255 / 0.2)'
  context.beginPath()
  context.arc(cx, cy, radius, 0, 2 * Math.PI)
  context.stroke()
  if (filled - emptied < 0.002) return
  context.strokeStyle = '#ffffff'
  context.lineCap = 'round'
  context.shadowColor = `rgb(255 255 255 / ${0.55 * glow})`
  context.shadowBlur = radius * 0.3 * glow
  context.beginPath()
  context.arc(cx, cy, radius, top + emptied * 2 * Math.PI, top + filled * 2 * Math.PI)
  context.stroke()
  context.shadowBlur = 0
}

function coin(context, { cx, cy, radius }, { x, y, gold }) {
  const size = radius * (0.13 + 0.055 * gold)
  const mix = (from, to) => Math.round(from + (to - from) * gold)
  const colour = `rgb(${mix(255, 242)} ${mix(255, 179)} ${mix(255, 46)})`
  // Light while it travels, a coin once it has settled: amber light on blue would only be mud.
  const halo = context.createRadialGradient(cx + x, cy + y, size * 0.6, cx + x, cy + y, size * 2.4)
  halo.addColorStop(0, `rgb(255 255 255 / ${0.38 * (1 - gold)})`)
  halo.addColorStop(1, 'rgb(255 255 255 / 0)')
  context.fillStyle = halo
  context.fillRect(cx + x - size * 3, cy + y - size * 3, size * 6, size * 6)
  context.fillStyle = colour
  context.beginPath()
  context.arc(cx + x, cy + y, size, 0, 2 * Math.PI)
  context.fill()
  context.strokeStyle = `rgb(138 90 0 / ${0.34 * gold})`
  context.lineWidth = size * 0.13
  context.lineCap = 'round'
  context.beginPath()
  context.arc(cx + x, cy + y, size * 0.6, -0.9, 4.1)
  context.stroke()
}

/** Draws the instant `t` (seconds, of PERIOD_S) on a stage: width, height, middle and radius of the ring. */
export function draw(context, t, stage) {
  ground(context, stage, t / PERIOD_S)
  let filled = 0
  for (let index = 0; index < COINS; index += 1) {
    const arrived_s = FIRST_S + index * APART_S + FLIGHT_S * 0.62
    filled += easeInOut(clamp((t - arrived_s) / 0.75)) / COINS
  }
  const emptied = easeInOut(clamp((t - LEAVE_S - 0.2) / (PERIOD_S - LEAVE_S - 0.35)))
  const glow = Math.sin(Math.PI * clamp((t - 4.9) / 1.5)) ** 2
  ring(context, stage, filled, emptied, glow)
  for (let index = 0; index < COINS; index += 1) {
    const at = coinAt(index, t, stage)
    if (at) coin(context, stage, at)
  }
}
