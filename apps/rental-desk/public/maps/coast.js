// The stand-in for a maps service: as a real one's, this script brings the map with it and puts it on the window. Port Kendall
// is made up. A plane of 1200 by 420 holds the town; everything is drawn beyond it, so that a panel of any shape is filled.
// What is drawn first lies lowest.
const paths = {
  water: [
    'M-900-900H20C80-600 20-420 60-260S20-40 52 40s-10 92 42 138c34 30 84 52 92 96 8 40-22 62-4 104 24 56 110 70 146 140 48 92 6 190 72 300 60 100 20 280 70 482H-900Z',
  ],
  park: [
    'M488 148c44-10 66 14 62 46s-44 50-84 44-56-34-44-58 34-26 66-32Z',
    'M846 284c48-20 92 4 88 40s-56 46-100 36-34-56 12-76Z',
    'M1180-320c180-60 420-20 560 60s160 210 20 260-300-30-440-40-300-20-320-110 60-130 180-170Z',
    'M-60 420c0-40 70-60 120-40s52 60 20 84-140 0-140-44Z',
    'M640 470c90-40 240-20 300 40s-40 150-160 150-250-130-140-190Z',
  ],
  quarry: [
    'M1072 330c34-26 96-26 120 4s20 76-30 88-112-4-122-36 12-42 32-56Z',
    'M1098 346c24-14 58-14 70 4s8 42-22 48-60-2-66-20 6-24 18-32Z',
  ],
  built: [
    'M206 60 330 20l150 6 128 46 62 64-30 74-120 22-60 60-150 24-90-60-34-90Z',
    'M700 40h170l60 50-20 70-150 20-80-50Z',
  ],
  apron: ['m1000 274 170-96 40 62-170 96Z'],
  river: [
    'M2100 20C1700 60 1500-60 1250 20 1050 84 960 150 830 170c-70 10-110 26-162 42-68 20-108 78-198 88S300 350 150 352',
  ],
  rail: ['M236 318c30-120 210-200 404-298C900-60 1300-200 2100-260'],
  pier: ['M168 268h-52M176 300h-64M120 208l-44-18'],
  runway: ['m1024 288 150-85'],
  taxiway: ['m1044 308 140-79m-120 50-8-14m80-30-8-14'],
  motorway: [
    'M200-900C260-500 300-200 420-40 520 80 700 90 812 88c188-4 388-28 588 12 300 50 500 20 700 40',
    'M130-900c70 400 40 700 80 920 30 100 50 180 90 240 40 70 130 160 170 300 50 200 30 440 90 740',
  ],
  road: [
    'M300 260c120-20 260-10 368-48 112-32 192 18 287 24 145 8 345 64 1145 84',
    'M575-900v1018c5 182 65 302 85 1182',
    'M812 88c18 132-52 242-70 252-22 160 58 560 78 960',
    'M955 236c45 64 125 94 175 116 170 48 470 348 970 408',
    'M420-40c-20 60-40 90-48 112-12 68 18 118 26 142',
    'M300 260c60 60 110 106 170 112 90 28 190 8 272-32M955 236c-20-60-80-110-143-148',
    'M262 292c-30-20-60-60-86-96M210 20c60 30 110 46 162 52 70 20 140 30 203 46',
  ],
  street: [streets()],
}
const layers = Object.entries(paths).flatMap(([kind, drawn]) => drawn.map((d) => ({ kind, d })))

const labels = [
  { kind: 'sea', text: 'Kendall Bay', x: -30, y: 250 },
  { kind: 'town', text: 'Kendall', x: 318, y: 146 },
  { kind: 'place', text: 'Millside', x: 520, y: 196 },
  { kind: 'place', text: 'Ninth Mile', x: 832, y: 132 },
  { kind: 'place', text: 'Kendall Regional', x: 1160, y: 172 },
  { kind: 'water', text: 'Old Mill River', x: 560, y: 274 },
  { kind: 'place', text: 'Redwater', x: 612, y: 404 },
]

// The blocks of the town: two sets of parallels, as wide apart as its houses stand.
function streets() {
  const along = Array.from({ length: 9 }, (_, line) => `M${236 + line * 8} ${76 + line * 24}l${330 - line * 18}-12`)
  const across = Array.from({ length: 12 }, (_, line) => `M${268 + line * 26} ${66 - line * 1.5}l26 ${172 - line * 7}`)
  const mile = Array.from({ length: 6 }, (_, line) => `M${730 + line * 26} 50l10 96`)
  return [...along, ...across, ...mile, 'M716 64l196 6M716 104l210 4M724 134l186 2'].join('')
}

globalThis.coastMaps = { layers, labels }
