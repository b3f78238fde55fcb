/** @import { Words } from './words.mjs' */

/** @type {Words} */
const pt = {
  before: ['Responda por favor para', 'O cliente escreveu:', 'Nenhum resultado para', 'Pesquisa', 'Enviado para'],
  after: ['não foi encontrado', 'muito obrigado', 'já está em uso', 'não pôde ser verificado', 'até sexta-feira'],
  titles: ['O seu carrinho', 'Pagamento', 'Definições da conta', 'Aluguéis', 'Histórico de pedidos', 'Centro de ajuda'],
  terms: ['botas de caminhada impermeáveis', 'capa de telemóvel 6,1 polegadas', 'capa de passaporte', 'mesa 180 x 90'],
  calls: ['Tel.', 'telemóvel', 'Telemóvel:', 'telefone', 'Telefone:', 'celular', 'ligue para'],
  phones: ['912 345 ###', '21 123 ####', '(11) 91234-56##', '91 234 5# ##', '9123456##'],
  prefixes: ['+351 912 345 ###', '+3519123456##', '+55 11 91234-56##', '+55 (11) 91234-56##', '00351 21 123 ####'],
  passwords: ['senha', 'Senha', 'palavra-passe', 'minha senha'],
  plain: [
    'Esqueceu a senha?',
    'Renovar o passaporte',
    'Ligue para mim às 10:30',
    'A senha deve ter pelo menos 12 caracteres',
    'Telemóvel de 128 GB',
    'Retire a sua senha e aguarde a vez',
  ],
  orders: ['Pedido', 'encomenda n.º', 'Artigo', 'Fatura', 'Referência'],
}

/** @type {Words} */
const it = {
  before: [
    'Si prega di rispondere a',
    'Il cliente scrive:',
    'Nessun risultato per',
    'Cerca',
    'Inviato a',
    'Nota per il corriere:',
  ],
  after: ['non è stato trovato', 'grazie mille', 'è già in uso', 'non può essere verificato', 'entro venerdì'],
  titles: ['Il tuo carrello', 'Cassa', 'Impostazioni', 'Noleggi', 'I miei ordini', 'Centro assistenza'],
  terms: ['scarponi impermeabili', 'custodia telefono 6,1 pollici', 'porta passaporto', 'tavolo 180 x 90'],
  calls: ['Tel.', 'tel:', 'telefono', 'Telefono:', 'cellulare', 'Cell.', 'chiamami al'],
  phones: ['347 123 ####', '06 1234 5###', '02 1234###', '347-12345##', '333.12.34.###', '34712345##'],
  prefixes: ['+39 347 123 ####', '+39 06 1234 5###', '+3934712345##', '0039 347 12345##'],
  passwords: ['password', 'Password', 'la mia password', 'parola d’ordine'],
  plain: [
    'Password dimenticata',
    'Rinnovo del passaporto',
    'Chiamami alle 10:30',
    'La password deve avere almeno 12 caratteri',
    'Telefono da 128 GB, nero',
    'Precipitevolissimevolmente',
  ],
  orders: ['Ordine', 'ordine n.', 'Articolo', 'Fattura', 'Pratica'],
}

/** @type {Words} */
const nl = {
  before: ['Graag antwoorden naar', 'De klant schrijft:', 'Geen resultaten voor', 'Zoeken naar', 'Verzonden naar'],
  after: ['is niet gevonden', 'hartelijk dank', 'is al in gebruik', 'kon niet worden gecontroleerd', 'voor vrijdag'],
  titles: ['Winkelwagen', 'Afrekenen', 'Accountinstellingen', 'Verhuur', 'Bestelgeschiedenis', 'Veelgestelde vragen'],
  terms: ['waterdichte wandelschoenen', 'telefoonhoesje 6,1 inch', 'paspoorthoesje', 'eettafel 180 x 90'],
  calls: ['Tel.', 'tel:', 'telefoon', 'Telefoon:', 'mobiel', 'bel me op', 'telefoonnummer'],
  phones: ['06 12345###', '06-12345###', '020 123 4###', '010-1234###', '0612345###'],
  prefixes: [
    '+31 6 12345###',
    '+31612345###',
    '+31 20 123 4###',
    '0031 6 12345###',
    '+31 (0)6 12345###',
    '+32 470 12 3# ##',
  ],
  passwords: ['wachtwoord', 'Wachtwoord', 'mijn wachtwoord'],
  plain: [
    'Wachtwoord vergeten',
    'Paspoort verlengen',
    'Bel me om 10:30 uur',
    'Het wachtwoord moet minstens 12 tekens hebben',
    'Telefoon met 128 GB',
    'Hottentottententententoonstelling',
  ],
  orders: ['Bestelling', 'bestelnummer', 'Artikel', 'Factuur', 'Dossier'],
}

/** @type {Words} */
const pl = {
  before: ['Proszę odpowiedzieć na', 'Klient pisze:', 'Brak wyników dla', 'Szukaj', 'Wysłano do', 'Uwaga dla kuriera:'],
  after: ['nie znaleziono', 'dziękuję bardzo', 'jest już zajęty', 'nie można sprawdzić', 'do piątku'],
  titles: ['Koszyk', 'Płatność', 'Ustawienia konta', 'Wypożyczalnia', 'Historia zamówień', 'Częste pytania'],
  terms: ['wodoodporne buty trekkingowe', 'etui na telefon 6,1 cala', 'okładka na paszport', 'stół 180 x 90'],
  calls: ['tel.', 'Tel:', 'telefon', 'Telefon:', 'komórka', 'Komórka:', 'zadzwoń pod'],
  phones: ['512 345 ###', '22 123 4# ##', '600-123-###', '(22) 123 45 ##', '5123456##'],
  prefixes: ['+48 512 345 ###', '+485123456##', '+48 22 123 4# ##', '0048 512 345 ###'],
  passwords: ['hasło', 'Hasło', 'moje hasło'],
  plain: [
    'Nie pamiętam hasła',
    'Wymiana paszportu',
    'Zadzwoń o 10:30',
    'Hasło musi mieć co najmniej 12 znaków',
    'Telefon 128 GB, czarny',
    'Konstantynopolitańczykowianeczka',
  ],
  orders: ['Zamówienie', 'nr zamówienia', 'Artykuł', 'Faktura', 'Sprawa'],
}

/** @type {Words} */
const ja = {
  before: ['検索：', 'お問い合わせ：', '送信先', 'お客様のメモ：'],
  after: ['が見つかりません', 'よろしくお願いします', 'は使用中です'],
  titles: ['カート', 'お支払い', 'アカウント設定', '注文履歴'],
  terms: ['防水登山靴', 'スマホケース 6.1インチ', 'パスポートケース'],
  calls: ['電話', '電話番号：', '携帯', 'TEL'],
  phones: ['090-1234-####', '03-1234-####', '080 1234 ####', '0901234####'],
  prefixes: ['+81 90-1234-####', '+81901234####', '+81 3 1234 ####'],
  passwords: ['パスワード'],
  plain: [
    'パスワードをお忘れですか',
    '電話でのお問い合わせは10時から17時まで',
    'パスポートの更新',
    'トークンの有効期限が切れました',
  ],
  orders: ['注文番号', '商品番号', 'ご注文'],
}

/** @type {Words} */
const zh = {
  before: ['搜索：', '客户留言：', '发送至', '没有结果：'],
  after: ['未找到', '谢谢', '已被使用'],
  titles: ['购物车', '结账', '账户设置', '历史订单'],
  terms: ['防水登山鞋', '手机壳 6.1 英寸', '护照夹'],
  calls: ['电话', '电话：', '手机', '手机号：'],
  phones: ['138 1234 ####', '1381234####', '010-1234####', '139-1234-####'],
  prefixes: ['+86 138 1234 ####', '+861381234####', '+86 10 1234 ####'],
  passwords: ['密码'],
  plain: ['忘记密码', '手机 128 GB 黑色', '护照续签', '令牌已过期'],
  orders: ['订单号', '商品编号', '发票'],
}

/** @type {Readonly<Record<string, Words>>} */
export const MORE_WORDS = { pt, it, nl, pl, ja, zh }
