import { MORE_WORDS } from './moreWords.mjs'

/**
 * What applications of one language say around a secret.
 *
 * @typedef {object} Words
 * @property {string[]} before comes before a value
 * @property {string[]} after comes after a value
 * @property {string[]} titles of pages
 * @property {string[]} terms that people search for
 * @property {string[]} calls say that a telephone number follows
 * @property {string[]} phones national telephone numbers; each `#` is a digit
 * @property {string[]} prefixes country codes with what follows them
 * @property {string[]} passwords say that a password follows
 * @property {string[]} plain sentences with such words, without a secret
 * @property {string[]} orders say that a number of an order or an article follows
 */

/** @type {Words} */
const en = {
  before: [
    'Please reply to',
    'Customer wrote:',
    'No results for',
    'Could not save',
    'Search',
    'Sent to',
    'Note for the driver:',
  ],
  after: [
    'was not found',
    'thank you',
    'is already in use',
    'and ring twice',
    'could not be verified',
    'by Friday, please',
  ],
  titles: ['Your basket', 'Checkout', 'Account settings', 'Rental desk', 'Order history', 'Help centre'],
  terms: [
    'waterproof hiking boots',
    'phone case for 6.1 inch',
    'passport cover',
    'USB-C cable 2 m',
    'dining table 180 x 90',
  ],
  calls: ['Tel.', 'Tel:', 'phone', 'Phone:', 'call me at', 'mobile', 'my phone number is', 'Telephone'],
  phones: ['020 7946 0###', '(202) 555-01##', '202-555-01##', '07700 900###', '01632 960###', '0207 946 0###'],
  prefixes: ['+44 7700 900###', '+1 202 555 01##', '+442079460###', '+120255501##', '+1-202-555-01##'],
  passwords: ['password', 'Password', 'my password', 'passphrase'],
  plain: [
    'Password reset',
    'Tokenise the text before you count the words',
    'Passport control is closed',
    'Call me at 10:30 tomorrow',
    'Bearer of good news arrived',
    'Basic understanding of authentication',
    'Basic Authentication explained',
    'The password must have at least 12 characters',
    'Secret Santa gifts under 20 euros',
    'Phone 15 Pro Max 256 GB',
    'Your token has expired, sign in again',
    'An API key is needed for this plan',
    'By email, by phone, or in person',
  ],
  orders: ['Order', 'order no.', 'Article', 'Invoice', 'SKU', 'Ticket'],
}

/** @type {Words} */
const de = {
  before: [
    'Bitte antworten an',
    'Der Kunde schreibt:',
    'Keine Treffer für',
    'Suche nach',
    'Gesendet an',
    'Hinweis für den Fahrer:',
  ],
  after: [
    'wurde nicht gefunden',
    'vielen Dank',
    'ist schon vergeben',
    'bitte zweimal klingeln',
    'konnte nicht geprüft werden',
  ],
  titles: ['Warenkorb', 'Kasse', 'Kontoeinstellungen', 'Mietübersicht', 'Bestellverlauf', 'Häufige Fragen'],
  terms: [
    'wasserdichte Wanderschuhe',
    'Telefonhülle 6,1 Zoll',
    'Reisepasshülle',
    'Esstisch 180 x 90',
    'Kinderfahrradanhängerkupplung',
  ],
  calls: ['Tel.', 'Tel:', 'Telefon', 'Telefon:', 'Handy', 'Mobil', 'ruf mich an unter', 'Telefonnummer:'],
  phones: ['030 23125 ###', '030/23125-###', '040 66969 ###', '0152 288173##', '(089) 99998-###', '0171-39200##'],
  prefixes: [
    '+49 152 288173##',
    '+49 30 23125 ###',
    '+493023125###',
    '0049 30 23125###',
    '+43 1 2345###',
    '+49 (0)30 23125-###',
  ],
  passwords: ['Passwort', 'Kennwort', 'Mein Passwort', 'Zugangspasswort'],
  plain: [
    'Passwort vergessen',
    'Donaudampfschifffahrtsgesellschaftskapitän',
    'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz',
    'Kraftfahrzeughaftpflichtversicherung vergleichen',
    'Grundstücksverkehrsgenehmigungszuständigkeitsübertragungsverordnung',
    'Rufen Sie uns um 10:30 Uhr an',
    'Reisepass verlängern',
    'Das Kennwort muss mindestens 12 Zeichen haben',
    'Telefonische Beratung von 9 bis 17 Uhr',
    'Geheimtipps für Berlin 2025',
    'Sicherheitsschlüssel kaufen',
    'Schlüsselfertiges Haus in 12 Monaten',
  ],
  orders: ['Bestellung', 'Bestellnummer', 'Artikel-Nr.', 'Rechnung', 'Auftrag', 'Vorgang'],
}

/** @type {Words} */
const fr = {
  before: [
    'Merci de répondre à',
    'Le client écrit :',
    'Aucun résultat pour',
    'Recherche',
    'Envoyé à',
    'Note au livreur :',
  ],
  after: ['est introuvable', 'merci beaucoup', 'est déjà utilisé', "n'a pas pu être vérifié", 'avant vendredi'],
  titles: [
    'Votre panier',
    'Paiement',
    'Paramètres du compte',
    'Locations',
    'Historique des commandes',
    "Centre d'aide",
  ],
  terms: [
    'chaussures de randonnée imperméables',
    'coque de téléphone 6,1 pouces',
    'étui à passeport',
    'table 180 x 90',
  ],
  calls: ['Tél.', 'Tél :', 'téléphone', 'Téléphone :', 'portable', 'appelez-moi au', 'mon numéro est le'],
  phones: ['06 39 98 ## ##', '01 99 00 ## ##', '06.39.98.##.##', '0639 98 ## ##', '01-99-00-##-##', '063998####'],
  prefixes: ['+33 6 39 98 ## ##', '+33 1 99 00 ## ##', '+3363998####', '+33 (0)6 39 98 ## ##', '0033 6 39 98 ## ##'],
  passwords: ['mot de passe', 'Mot de passe', 'mon mot de passe'],
  plain: [
    'Mot de passe oublié',
    'Passeport biométrique',
    "Appelez-moi à 10 h 30 s'il vous plaît",
    'Le mot de passe doit contenir au moins 12 caractères',
    'Téléphone 128 Go, écran de 6,1 pouces',
    'Jetons de caddie, lot de 100',
    'Clé USB 64 Go',
    'Anticonstitutionnellement',
  ],
  orders: ['Commande', 'commande n°', 'Référence', 'Facture', 'Dossier'],
}

/** @type {Words} */
const es = {
  before: [
    'Responda por favor a',
    'El cliente escribe:',
    'Sin resultados para',
    'Buscar',
    'Enviado a',
    'Nota para el repartidor:',
  ],
  after: ['no se ha encontrado', 'muchas gracias', 'ya está en uso', 'no se pudo verificar', 'antes del viernes'],
  titles: ['Tu cesta', 'Pago', 'Ajustes de la cuenta', 'Alquileres', 'Historial de pedidos', 'Centro de ayuda'],
  terms: ['botas de montaña impermeables', 'funda de móvil 6,1 pulgadas', 'funda de pasaporte', 'mesa 180 x 90'],
  calls: ['Tel.', 'móvil', 'Móvil:', 'teléfono', 'Teléfono:', 'llámame al', 'mi número es el'],
  phones: ['612 34 ## ##', '91 123 ## ##', '600 12# ###', '612-34-##-##', '93.412.##.##', '6001234##'],
  prefixes: ['+34 612 34 ## ##', '+34 91 123 ## ##', '+346123456##', '0034 600 12# ###', '+52 55 1234 56##'],
  passwords: ['contraseña', 'Contraseña', 'mi contraseña', 'clave'],
  plain: [
    '¿Has olvidado tu contraseña?',
    'Renovar el pasaporte',
    'Llámame a las 10:30',
    'La contraseña debe tener 12 caracteres como mínimo',
    'Móvil de 128 GB con pantalla de 6,1 pulgadas',
    'Palabras clave de 2025',
    'El secreto de las 7 hierbas',
  ],
  orders: ['Pedido', 'pedido n.º', 'Artículo', 'Factura', 'Referencia'],
}

/** @type {Readonly<Record<string, Words>>} */
export const WORDS = { en, de, fr, es, ...MORE_WORDS }
