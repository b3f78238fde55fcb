import type { CategoryId } from './categories.ts'
import type { Machine, MachineStatus } from './machine.ts'
import type { YardId } from './yards.ts'

type Row = readonly [
  number: string,
  model: string,
  summary: string,
  yard: YardId,
  status: MachineStatus,
  freeInDays: number,
  dayRate: number,
]

const rows: Readonly<Record<CategoryId, readonly Row[]>> = {
  excavators: [
    ['EX-104', 'Vollmer VX 18', 'Mini excavator, 1.8 t', 'mill-road', 'available', 0, 240],
    ['EX-117', 'Okabe 55 SR', 'Compact excavator, 5.5 t, short tail', 'port-kendall', 'on-rent', 4, 360],
    ['EX-122', 'Okabe 55 SR', 'Compact excavator, 5.5 t, short tail', 'mill-road', 'available', 0, 360],
    ['EX-209', 'Vollmer VX 140', 'Crawler excavator, 14 t', 'port-kendall', 'available', 0, 620],
    ['EX-214', 'Vollmer VX 220', 'Crawler excavator, 22 t', 'airport-east', 'on-rent', 9, 840],
    ['EX-301', 'Halden H36', 'Crawler excavator, 36 t, quarry bucket', 'port-kendall', 'workshop', 6, 1280],
  ],
  loaders: [
    ['LD-041', 'Tarn 65', 'Skid steer, 0.9 t', 'mill-road', 'available', 0, 280],
    ['LD-058', 'Tarn 210', 'Wheel loader, 2.1 m³', 'airport-east', 'reserved', 2, 540],
    ['LD-062', 'Halden D6', 'Crawler dozer, 18 t', 'port-kendall', 'on-rent', 12, 980],
  ],
  access: [
    ['AP-310', 'Skaut S26', 'Scissor lift, 7.9 m, electric', 'airport-east', 'available', 0, 150],
    ['AP-311', 'Skaut S26', 'Scissor lift, 7.9 m, electric', 'airport-east', 'on-rent', 1, 150],
    ['AP-342', 'Skaut S40 RT', 'Scissor lift, 12 m, rough terrain', 'mill-road', 'available', 0, 260],
    ['AP-405', 'Merriden B60', 'Articulated boom, 18 m, diesel', 'port-kendall', 'on-rent', 3, 420],
    ['AP-418', 'Merriden T86', 'Telescopic boom, 26 m', 'airport-east', 'reserved', 5, 690],
  ],
  lifting: [
    ['TH-071', 'Brandt 7.36', 'Telehandler, 3.6 t, 7 m', 'mill-road', 'available', 0, 380],
    ['TH-083', 'Brandt 17.40', 'Telehandler, 4 t, 17 m', 'port-kendall', 'on-rent', 7, 560],
    ['CR-012', 'Halden AC 40', 'All-terrain crane, 40 t, with operator', 'port-kendall', 'workshop', 14, 1960],
  ],
  compaction: [
    ['CP-505', 'Oxbow R12', 'Tandem roller, 1.2 m', 'mill-road', 'available', 0, 220],
    ['CP-533', 'Oxbow S84', 'Soil compactor, 8.4 t', 'airport-east', 'on-rent', 5, 480],
  ],
  power: [
    ['GN-620', 'Lumen 60', 'Generator, 60 kVA, silenced', 'airport-east', 'available', 0, 190],
    ['GN-644', 'Lumen 200', 'Generator, 200 kVA', 'port-kendall', 'on-rent', 2, 440],
    ['LT-702', 'Lumen Mast 8', 'Light tower, LED, 8 m', 'mill-road', 'available', 0, 90],
  ],
  pumps: [
    ['PM-811', 'Rille 150', 'Dewatering pump, 6 in', 'port-kendall', 'available', 0, 170],
    ['PM-816', 'Rille 200 S', 'Dewatering pump, 8 in, silenced', 'mill-road', 'reserved', 1, 230],
  ],
}

/** The machines of Ironline Rentals. The company, the models and their manufacturers are fictional. */
export const fleet: readonly Machine[] = (Object.keys(rows) as CategoryId[]).flatMap((category) =>
  rows[category].map(([number, model, summary, yard, status, freeInDays, dayRate]) => ({
    number,
    model,
    summary,
    category,
    yard,
    status,
    freeInDays,
    dayRate,
  })),
)
