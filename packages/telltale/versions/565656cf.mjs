// @ts-nocheck
// \0rolldown/runtime.js
var e = Object.defineProperty, t = (e, t, n) => () => {
	if (n) throw n[0];
	try {
		return e && (t = e(e = 0)), t;
	} catch (e) {
		throw n = [e], e;
	}
}, n = (t, n) => {
	let r = {};
	for (var i in t) e(r, i, {
		get: t[i],
		enumerable: !0
	});
	return n || e(r, Symbol.toStringTag, { value: "Module" }), r;
};
// ../../tmp/version-zZiWuI/packages/telltale/src/core/lib/time.ts
function r(e, t, n) {
	return new Promise((r) => {
		if (n.aborted) return r();
		let i = e.after(t, a);
		n.addEventListener("abort", a);
		function a() {
			i(), n.removeEventListener("abort", a), r();
		}
	});
}
function i(e, t, n) {
	let r;
	function i() {
		r && (r(), r = void 0, n());
	}
	return {
		schedule() {
			r ??= e.after(t, i);
		},
		flush: i
	};
}
function a(e, t, n) {
	let r = o(n), i = () => {}, a = !1;
	return {
		signal: r.signal,
		hasPassed: () => a,
		start() {
			i(), t !== void 0 && (i = e.after(t, () => {
				a = !0, r.abort();
			}));
		},
		end() {
			r.abort(), i();
		}
	};
}
function o(e) {
	let t = new AbortController(), n = () => t.abort();
	return e?.addEventListener("abort", n, { signal: t.signal }), e?.aborted && n(), t;
}
var s, c, l = t((() => {
	s = (e) => new Promise((t) => {
		e.aborted && t(), e.addEventListener("abort", () => t());
	}), c = 5e3;
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/core/http/http.ts
function u({ transport: e, clock: t, page: n }) {
	return async ({ timeoutMs: r, alsoSuccess: i, ...o }) => {
		let { url: s, headers: c } = o, l = n.isSameOrigin(s) ? n.cookie(f) : void 0, u = a(t, r, o.signal), d = e.send({
			...o,
			signal: u.signal,
			headers: {
				...c,
				...l && { [p]: l }
			}
		});
		u.start();
		let h = await d, g = h.outcome === "response" ? h.status : 0;
		if (h.outcome === "response" && (g >= 200 && g <= 299 || i?.(g))) return {
			...h,
			outcome: "success",
			text: () => h.text().finally(u.end),
			limit: u
		};
		if (u.end(), h.outcome !== "response") return {
			outcome: h.outcome === "cancelled" && u.hasPassed() ? "timeout" : h.outcome,
			status: g,
			retryAfterMs: 0
		};
		let _ = (e) => t.parse?.(h.header(e) ?? "") || 0, v = Number(h.header("Retry-After")) * 1e3 || _("Retry-After") - (_("Date") || t.now());
		return {
			outcome: g >= 400 && g <= 499 ? "bad-request" : "bad-status",
			status: g,
			retryAfterMs: Math.min(Math.max(v, 0), m)
		};
	};
}
function d(e) {
	return e >= 400 && e < 500 && !g.includes(e);
}
var f, p, m, h, g, _ = t((() => {
	l(), f = "XSRF-TOKEN", p = "X-XSRF-TOKEN", m = 36e5, h = "redirects, probably to a sign-in page", g = [
		400,
		408,
		429
	];
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/core/lib/attempt.ts
function v(e, t) {
	try {
		return e();
	} catch (e) {
		return t?.(e);
	}
}
var y = t((() => {}));
// ../../tmp/version-zZiWuI/packages/telltale/src/core/lib/listeners.ts
function b(e, t) {
	for (let n of [...e]) e.has(n) && v(() => n(...t), C);
}
function x() {
	let e = /* @__PURE__ */ new Set();
	return {
		get size() {
			return e.size;
		},
		add(t) {
			let n = (...e) => t(...e);
			return e.add(n), () => void e.delete(n);
		},
		notify: (...t) => b(e, t)
	};
}
function S() {
	let e = /* @__PURE__ */ new Map();
	return {
		publish: (t, n) => e.get(t)?.notify(Object.freeze(n)),
		on(t, n) {
			let r = e.get(t) ?? x();
			return e.set(t, r), r.add(n);
		},
		isHeard: (t) => (e.get(t)?.size ?? 0) > 0
	};
}
var C, w = t((() => {
	y(), C = (e) => queueMicrotask(() => {
		throw e;
	});
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/core/lib/readable.ts
function T(e) {
	let t = e, n = x();
	return {
		...D(() => t, n.add),
		set(e) {
			Object.is(e, t) || (t = e, n.notify());
		}
	};
}
function E(e) {
	let t;
	return (n) => (t && t.given === n || (t = {
		given: n,
		answer: e(n)
	}), t.answer);
}
var D, O, k = t((() => {
	y(), w(), D = (e, t) => ({
		get: e,
		watch: t,
		subscribe(n) {
			let r = i;
			function i() {
				let t = e();
				Object.is(t, r) || (r = t, v(() => n(t), C));
			}
			let a = typeof n == "function" ? t(i) : () => {};
			return i(), a;
		}
	}), O = (e) => D(() => e, () => () => {});
})), A, j, M, N = t((() => {
	A = /^(?=\D{0,19}$|.{0,5}$)[\w-]*$/, j = (e) => e.replace(/[?#].*/s, "").split("/").map((e, t) => A.test(e) || t < 3 ? e : "").join("/"), M = (e) => e.replace(/\/+$/, "");
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/core/model/promotion.ts
function ee(e, t) {
	if (typeof e == "string") return e;
	if (t === "only") throw I();
	return re(e, t);
}
function P(e) {
	if (L(e)) return;
	if (typeof e != "object" || !e) return "";
	let t = te.find((t) => !L(re(e, t)));
	return t && `.${t}`;
}
var te, ne, F, re, I, L, R = t((() => {
	te = [
		"production",
		"staging",
		"sandbox"
	], ne = (e) => te.find((t) => e === t || e === F(t)), F = (e) => e.replace(/./, (e) => e.toUpperCase()), re = (e, t) => e[t] ?? e[F(t)], I = (e) => /* @__PURE__ */ Error(`Telltale cannot start. ${(e ?? void 0) === void 0 ? "The promotion level was read before it was set" : `promotion is "${String(e)}"`}: set promotion to ${te.join(" or ")}. (T44)`), L = (e) => typeof e == "string" && e.trim() !== "";
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/core/lib/json.ts
function z(e) {
	return typeof e == "object" && !!e && !Array.isArray(e);
}
function ie(e) {
	let t = V(e ?? "");
	return z(t) ? t : {};
}
function ae(e) {
	let t = Object.keys(e);
	for (let n = e; (n = Object.getPrototypeOf(n)) && Object.getPrototypeOf(n);) {
		let e = Object.getOwnPropertyDescriptors(n);
		t.push(...Object.keys(e).filter((t) => e[t]?.get));
	}
	return t;
}
function oe(e, t, n) {
	let r = /* @__PURE__ */ new Map();
	try {
		let i = e[t];
		if (typeof i == "string" || typeof i == "boolean") return i;
		let a = H(i, function(e, i) {
			let a = r.get(this), o = a ? a + (Array.isArray(this) ? "[]" : `.${e}`) : t;
			return !pe(i, this[e]) || i === void 0 && Array.isArray(this) ? void n(o) : (r.set(i, o), i);
		}), o = V(a ?? "");
		if (ue(o)) return i === o ? i : B(o);
	} catch {}
	n(t);
}
function B(e) {
	let t = [e];
	for (let e of t) if (!(typeof e != "object" || Object.isFrozen(e))) for (let n of Object.values(Object.freeze(e))) t.push(n);
	return e;
}
function se(e, t) {
	if (e === t) return !0;
	let n = [[e, t]];
	for (let e = n.pop(); e; e = n.pop()) {
		let [t, r] = e;
		if (t === r) continue;
		if (typeof t != "object" || typeof r != "object" || !t || !r) return !1;
		let i = Object.keys(t);
		if (Array.isArray(t) !== Array.isArray(r) || i.length !== Object.keys(r).length) return !1;
		for (let e of i) {
			if (!Object.hasOwn(r, e)) return !1;
			n.push([t[e], r[e]]);
		}
	}
	return !0;
}
function ce(e) {
	return e === null ? "null" : Array.isArray(e) ? "array" : Number.isNaN(e) ? "NaN" : typeof e;
}
var V, H, le, ue, de, fe, pe, me, U = t((() => {
	y(), V = (e) => v(() => JSON.parse(e)), H = (e, t) => JSON.stringify(e, "toJSON" in Array.prototype ? function(e, n) {
		let r = Array.isArray(this[e]) ? this[e] : n;
		return t ? t.call(this, e, r) : r;
	} : t), le = 100, ue = (e, t = le) => typeof e != "object" || !e || t > 0 && Object.values(e).every((e) => ue(e, t - 1)), de = (e) => Object.keys(e).length > 0 || !Object.getPrototypeOf(Object.getPrototypeOf(e) ?? e), fe = /t (Ob|Array]|Str|Nu|Bo|Un)/, pe = (e, t) => fe.test(Object.prototype.toString.call(e)) && (!z(e) || de(e)) && (typeof e == "number" ? Number.isFinite(e) : (e ?? t) === e), me = (e, t) => v(() => JSON.parse(H(e, t)));
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/core/optionTable.ts
function he(e, t, n = []) {
	for (let [r, [i, a]] of Object.entries(e)) {
		let e = v(() => {
			let e = ge(t, r);
			return W(e) ? i(e, t) : !n.includes(r);
		}, () => !1);
		if (e !== !0) return [
			a,
			r,
			e || ""
		];
	}
}
function ge(e, t) {
	let n = e;
	for (let e of t.split(".")) n = z(n) ? n[e] : W(n) ? NaN : void 0;
	return n;
}
function _e(e) {
	if (!z(e)) return {};
	let t = (t) => v(() => e[t], () => NaN);
	return Object.fromEntries(Object.keys(e).map((e) => [e, t(e)]));
}
var W, ve, ye, G, be, K = t((() => {
	y(), U(), R(), W = (e) => e != null, ve = (e) => typeof e == "function", ye = (e) => P(e) ?? !0, G = [ve, "a function"], be = [(e) => typeof e == "number" && e >= 0, "a number"];
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/core/lib/retry.ts
function xe({ clock: e, random: t, backoff: n, signal: i }) {
	let a = 0, s = o(i), c = 0;
	return {
		get failures() {
			return a;
		},
		succeeded: () => void (a = c = 0),
		failed(r = 0) {
			return a += 1, c = r && e.now() + r, r + Se(a, n, t.number());
		},
		async wait(t) {
			t !== 0 && (s = o(i), await r(e, t, s.signal), s.abort());
		},
		retryNow() {
			e.now() >= c && s.abort();
		}
	};
}
function Se(e, { firstMs: t, maxMs: n }, r) {
	let i = Math.min(n, t * 2 ** Math.max(0, e - 1));
	return Math.round(i * (1 - r / 2));
}
var Ce = t((() => {
	l();
}));
_(), k(), N(), K(), Ce();
var we = {
	firstMs: 1e3,
	maxMs: 6e4
}, Te = "Check that the server keeps the files of earlier deployments.", Ee = (e, t) => e.platform.page.whenShown(() => void De(e, t));
async function De({ load: e, platform: { clock: t, random: n, page: r }, bus: i, signal: a, where: o, missing: s }, c) {
	if (a.aborted) return;
	let l = e();
	if (!("then" in l)) return c(l);
	let u = xe({
		clock: t,
		random: n,
		backoff: we,
		signal: a
	}), d = r.onReturn(u.retryNow), f = await Oe(l);
	for (; !f && !a.aborted;) {
		let t = u.failed();
		u.failures > 1 && i.publish("problem", {
			where: o,
			message: s,
			isError: !0
		}), await u.wait(t), a.aborted || (f = await Oe(e()));
	}
	d(), f && !a.aborted && c(f);
}
var Oe = (e) => Promise.resolve(e).catch(() => void 0), ke, q = t((() => {
	ke = "pending";
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/core/lib/uuid.ts
function Ae(e) {
	let t = -Infinity, n = 0, r = "", i = "";
	return (a) => {
		let o = Math.floor(a);
		if (n += 1, o > t || n === je) {
			t = Math.max(o, t + 1), n = 0;
			let a = t.toString(16).padStart(12, "0");
			r = `${a.slice(0, 8)}-${a.slice(8)}-7`, i = e().slice(18);
		}
		return r + n.toString(16).padStart(3, "0") + i;
	};
}
var je, Me = t((() => {
	je = 4096;
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/events/recording/drafts.ts
function Ne({ platform: e, identity: t, questions: n, bus: r }, i) {
	let { hasMessaging: a, destinations: o, steps: s } = i, { clock: c, page: l, random: u } = e, d = Ae(u.uuid), f = E(j), p, m = (e) => se(e, p) ? p : p = B(e);
	function h(e, t) {
		r.publish("problem", {
			where: "track",
			message: e,
			...t && { isError: t }
		});
	}
	function g(e, t) {
		let { properties: n, leftOut: r } = Pe(t);
		return r.length > 0 && h(Le(e, r)), n;
	}
	function _(e, t) {
		let n = e;
		for (let e of s) n = e["~redact"]?.(n, t) ?? n;
		return n;
	}
	function v(e, r, i) {
		let a = c.now(), u = _(l.url(), "url"), p = f(u), v = r, y, b;
		for (let t of s) try {
			let n = t.enrich?.(Object.freeze({
				name: e,
				at: a,
				url: p,
				properties: Object.freeze(v)
			}));
			if (n === void 0) continue;
			if (![n.properties ?? n.moment, n.moment ?? n.properties].every(z)) throw n;
			n.properties && (v = {
				...v,
				...g(t.name, n.properties)
			}), n.moment && (y = {
				...y,
				...g(t.name, n.moment)
			}), n.draft && (b = {
				...b,
				...n.draft
			});
		} catch {
			h(`the step "${t.name}" has failed: events go without what it adds (T156)`, !0);
		}
		let x = {
			id: d(a),
			page: n.page,
			n: 0,
			name: _(e, "name"),
			at: a,
			url: p,
			properties: _(v, "properties"),
			epoch: t.get().epoch,
			destinations: o,
			[Fe]: u
		};
		return i && (x.messaging = !0), y && (x.moment = m(_(y, "moment"))), b ? Object.assign(x, b) : x;
	}
	return {
		ofCall(e, t, n) {
			if (!L(e)) {
				h("the name of an event must be a non-empty string (T60)", !0);
				return;
			}
			let i = Ie(n);
			r.isHeard("call") && r.publish("call", {
				name: e,
				given: t ?? {},
				options: i
			});
			let o = g(e, t), { messaging: s } = i;
			return s && !a && h(`"${e}" needs a messenger: set messaging. (T62)`, !0), v(e, o, s);
		},
		ofOwn: (e, t, n) => Object.assign(v(e, g(e, t)), n && { kind: n })
	};
}
function Pe(e, t = {}) {
	let n = /* @__PURE__ */ new Set(), r = [], i = v(() => Re(e ?? {}));
	i || n.add("all properties");
	for (let a of i ?? []) {
		if (Object.hasOwn(t, a)) continue;
		let i = oe(e, a, (e) => n.add(e));
		i !== void 0 && r.push([a, i]);
	}
	return {
		properties: Object.fromEntries(r),
		leftOut: [...n]
	};
}
var Fe, Ie, Le, Re, ze = t((() => {
	y(), U(), Me(), R(), Fe = Symbol(), Ie = (e) => Object.freeze({ messaging: !!v(() => e?.messaging) }), Le = (e, t) => `"${e}" goes without ${t.join(" and ")}, which JSON cannot hold (T61)`, Re = (e) => typeof e == "object" && de(e) ? Object.keys(e) : void 0;
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/events/reports/eventReports.ts
function Be({ bus: e, platform: { clock: t } }) {
	function n(n, { id: r, name: i }, a) {
		e.isHeard("progress") && e.publish("progress", {
			id: r,
			step: n,
			at: t.now(),
			...n === "happened" && { name: i },
			...a
		});
	}
	return {
		progress: n,
		problem: (t, n) => e.publish("problem", {
			where: t,
			message: n
		})
	};
}
function Ve({ bus: e, platform: t }) {
	let { get: n, set: r, subscribe: i } = T(B({
		dropped: {},
		storage: t.running ? "durable" : "memory",
		inMemory: 0,
		notReady: []
	}));
	return e.on("diagnosis", (e) => r(B({
		...n(),
		...e
	}))), {
		get: n,
		subscribe: i
	};
}
var He = t((() => {
	U(), k();
})), Ue, We, Ge = t((() => {
	q(), Ue = ({ todo: e }) => e.includes(ke), We = (e, t) => ({
		...e,
		record: t,
		version: t,
		isPut: !0,
		place: e?.place === "stored" ? "outdated" : e?.place ?? "unwritten"
	});
}));
ze(), He(), w(), Ge();
var Ke = 1e4;
function qe(e, t, n = Ke) {
	let r = /* @__PURE__ */ new Map(), i = /* @__PURE__ */ new Map(), a = x(), o = [];
	function s(t, o) {
		let { id: s } = o.event, l = {
			type: t,
			record: o
		};
		r.set(s, We(r.get(s), o)), i.set(l, !1), e.put(l), a.size > 0 ? a.notify() : i.size > n && c([...i.keys()].slice(0, n / 10));
	}
	function c(a) {
		for (let e of a) i.delete(e);
		let s = a.flatMap(({ record: { event: e } }) => r.delete(e.id) ? e : []);
		for (let { id: t } of s) for (let n of ["add", "amend"]) e.remove(e.keyOf(t, n));
		o.push(...s.map(({ page: e, n: t }) => ({
			page: e,
			n: t
		}))), t.problem("outbox", `more than ${n} events wait for a file of Telltale: the oldest are given up (T70)`);
		for (let e of s) t.progress("dropped", e, {
			destination: "outbox",
			reason: "over-budget"
		});
	}
	return {
		byId: r,
		unwritten: i,
		add: (e) => e.todo.length > 0 && s("add", e),
		amend: (e) => s("amend", e),
		onPut: a.add,
		givenUp: o
	};
}
// ../../tmp/version-zZiWuI/packages/telltale/src/events/store/ownCopies.ts
function Je({ storage: e, store: t, page: n }) {
	let r = `unwritten:${t}:`, i = `flagset:${t}:`, a = /* @__PURE__ */ new Set(), o = /* @__PURE__ */ new Map(), s = /* @__PURE__ */ new Map(), c = (e, ...t) => r + [e, ...t].join(":"), l = "";
	function u(t, r) {
		let s = `${i}${n}:${t}`, c = o.get(s);
		return (c === void 0 || c > 0 && a.size < 1 && !e.keys(s)[0]) && (c = d(s, r) ? l.length : 0, (c > 0 || l.length > 9999) && o.set(s, c)), c > 0;
	}
	function d(t, n) {
		return v(() => e.set(t, l = H(n))) ?? !1;
	}
	function f(e) {
		let t = s.get(e) ?? `${s.size}`;
		return s.set(e, t), t;
	}
	function p(e) {
		let { event: t, ...r } = e.record, { id: i, flagSet: o, moment: s } = t, l = c(i, e.type), p = s && f(s), m = (!o || u(o.id, o)) && (!s || u(p, s)), h = t.page === n ? void 0 : n, g = {
			...t,
			id: void 0,
			flagSet: o?.id,
			moment: p
		}, _ = m && d(l, {
			...r,
			form: 1,
			by: h,
			event: g
		});
		return _ && a.add(l), _;
	}
	function m(t) {
		a.delete(t), e.remove(t);
	}
	return {
		page: n,
		store: t,
		prefix: r,
		setPrefix: i,
		own: a,
		sets: o,
		keyOf: c,
		put: p,
		remove: m
	};
}
var Ye = t((() => {
	y(), U(), q();
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/events/recording/loadEvent.ts
function Xe(e) {
	let { app: t, platform: n } = e, r = !Ze(e);
	return t.multiPage && n.storage.set(et + t.space, String(n.clock.now())), r;
}
function Ze({ app: e, platform: { clock: t, storage: n } }) {
	let r = t.now() - Number(n.get(et + e.space));
	return e.multiPage && r >= 0 && r < $e;
}
function Qe(e, t, n) {
	let r = [e.identity, e.questions].map(({ watch: e }) => e(o)), i = () => r.forEach((e) => e()), a;
	function o() {
		let { status: r, epoch: o } = e.identity.get();
		a?.epoch !== o && (a = t.ofOwn(tt(e.app.name, e.platform.page))), r === "known" && e.questions.now().owner && (i(), Xe(e) && n(a));
	}
	return o(), i;
}
var $e, et, tt, nt = t((() => {
	$e = 18e5, et = "session:", tt = (e, t) => `Load - App - ${e} - ${t.hasNavigationTiming() ? "Browser" : "Mobile App"}`;
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/core/model/event.ts
function J(e) {
	if (e.status !== "resolving") {
		if (e.status === "unknown") {
			let { visitor: t } = e;
			return t ? { visitor: t } : {};
		}
		return rt(e);
	}
}
var rt, Y, it, X = t((() => {
	rt = ({ person: { unique_identity: e, mimic_user: t }, accounts: n }) => Object.freeze({
		id: e,
		...t && { impersonator: t },
		...n && { accounts: n }
	}), Y = (e, t) => e.id === t.id && e.visitor === t.visitor && e.impersonator === t.impersonator && it(e, t) && it(t, e), it = ({ accounts: e }, t) => Object.keys(t.accounts ?? {}).every((n) => e?.[n]?.key === t.accounts?.[n]?.key);
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/events/recording/attribution.ts
function at(e, t) {
	let { ageMs: n, isOwn: r, user: i, flags: a, flagsDeadlineMs: o = Infinity } = t;
	if (a.isReady && a.user && Y(e, a.user)) return "current";
	let s = o;
	return i && !Y(e, i) ? s = r ? 0 : ot : !i && !r && (s = Infinity), n < s ? void 0 : "none";
}
var ot, st = t((() => {
	X(), ot = 6e4;
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/core/lib/hashText.ts
function ct(e, t) {
	let [n, r] = [3735928559 ^ t, 1103547991 ^ t];
	for (let t = 0; t < e.length; t += 1) {
		let i = e.charCodeAt(t);
		n = Math.imul(n ^ i, 2654435761), r = Math.imul(r ^ i, 1597334677);
	}
	return n = Math.imul(n ^ n >>> 16, 2246822507) ^ Math.imul(r ^ r >>> 13, 3266489909), r = Math.imul(r ^ r >>> 16, 2246822507) ^ Math.imul(n ^ n >>> 13, 3266489909), (4294967296 * (2097151 & r) + (n >>> 0)).toString(36);
}
var lt = t((() => {}));
// ../../tmp/version-zZiWuI/packages/telltale/src/events/recording/keyedFlags.ts
function ut({ values: e, getFlag: t }) {
	let n = Object.entries(e).filter(([, e]) => ue(e)), r = dt(Object.fromEntries(n), Object.fromEntries(n.map(([e]) => [e, pt(t(e))])));
	return r && {
		...r,
		isKeyed: !0
	};
}
function dt(e, t) {
	let n = H([e, t]);
	return n === "[{},{}]" ? void 0 : {
		id: ft.map((e) => ct(n, e)).join("-"),
		properties: e,
		flags: t
	};
}
var ft, pt, mt = t((() => {
	U(), lt(), ft = [0, 1], pt = ({ variation: e, version: t, flagVersion: n = t, reason: r } = {}) => ({
		...e !== void 0 && { variation: e },
		...n && { version: n },
		...r && { reason: r.kind },
		...r?.inExperiment === !0 && { inExperiment: !0 }
	});
}));
Ye(), nt(), w(), k(), X(), q(), st(), mt();
function ht(e) {
	let { inMemory: t, shown: n, identity: r, questions: i, flags: a, flagsDeadlineMs: o } = e, s = x(), c = !1, l, u = (e) => ({
		event: e,
		todo: [ke]
	}), d = E(ut), f = ({ question: e }) => e?.startsWith(i.page) === !0, p = (e) => i.all.find(({ id: t }) => t === e.question);
	function m(e, t) {
		let n = p(e), r = e.identity ?? n?.owner;
		return r || n?.isOpen ? r : l?.(e, {
			...t,
			isOwn: f(e)
		});
	}
	function h(e, t) {
		let n = m(e, t);
		if (!n) return _(v(e));
		let r = e.identity ? e : {
			...e,
			identity: n
		};
		return e.flagsUser && Y(e.flagsUser, n) ? r : g(r, n, {
			ageMs: t.ageMs,
			isOwn: f(e)
		}) ?? _(r);
	}
	function g(e, t, n) {
		let i = a.get(), s = at(t, {
			...n,
			user: J(r.get()),
			flags: i,
			flagsDeadlineMs: o
		}), c = s === "current" && d(i);
		if (!s) return;
		if (c) return {
			...e,
			identity: t,
			flagsUser: t,
			flagSet: c
		};
		let { flagSet: l, ...u } = e;
		return {
			...u,
			identity: t,
			flagsUser: t
		};
	}
	function _(e) {
		let t = a.get(), { isReady: n, epoch: r, user: i } = t;
		if (e.flagsUser || !n || !i || r !== e.epoch) return e;
		let o = d(t);
		return {
			...e,
			flagsUser: i,
			...o && { flagSet: o }
		};
	}
	function v(e) {
		let t = e.tokenDigest ? void 0 : p(e)?.tokenDigest;
		return t ? {
			...e,
			tokenDigest: t
		} : e;
	}
	let y = (e) => c && !e.hasLock ? {
		...e,
		hasLock: c
	} : e;
	function b() {
		t.byId.forEach(S), s.notify();
	}
	function S({ record: e, waitedMs: n = 0 }) {
		let r = e.event;
		if (!e.todo.includes("pending") || !f(r)) return;
		let i = u(h(y(r), { ageMs: n }));
		i.event !== r && t.amend(i);
	}
	let C = [
		r,
		i,
		a
	].map(({ watch: e }) => e(b));
	return {
		isOwn: f,
		learn: h,
		update: S,
		onChange: s.add,
		record(e) {
			let t = i.now(), { id: r, tokenDigest: a, owner: o } = t, s = J(n.get()), d = l && o && g(e, o, {
				ageMs: 0,
				isOwn: !0
			}), f = d && u(d);
			if (f && !f.todo.includes("pending")) return f;
			o || i.expect(t);
			let p = {
				...e,
				question: r,
				...c && { hasLock: c },
				...o ? { identity: o } : {
					...a && { tokenDigest: a },
					...s?.id && { shown: s }
				}
			};
			return u(h(p, { ageMs: 0 }));
		},
		onLock(e) {
			c = e, e && b();
		},
		settleBy(e, t) {
			u = e, l = t, b();
		},
		stop() {
			for (let e of C) e();
		}
	};
}
// ../../tmp/version-zZiWuI/packages/telltale/src/events/recording/screen.ts
function gt(e) {
	let t = "";
	return {
		name: "screen",
		enrich() {
			return t || (t = e.screen(), queueMicrotask(() => t = "")), { properties: { screen_dimensions: t } };
		}
	};
}
// ../../tmp/version-zZiWuI/packages/telltale/src/events/store/storeName.ts
lt();
var _t = (e, t) => `${e}#${[...new Set(t.map((e) => ct(e, 0)))].sort().join(".")}`;
y(), w(), l(), R(), q();
var vt = 5e3, yt = 2 ** 31 - 1;
function bt(e, t) {
	let { flags: n, destinations: i, hasMessaging: a, flagsDeadlineMs: o, maxBytes: s } = e, { platform: c, identity: l, questions: u, app: d } = t, f = new AbortController(), { signal: p } = f, m = Be(t), h = i.map(({ name: e }) => e), g = h.find((e, t) => h.indexOf(e) !== t);
	if (g !== void 0) throw Error(`Telltale cannot start. Two destinations are called "${g}". (T27)`);
	let _ = i.flatMap(({ http: e }) => e ? ee(e.url, d.promotion) : []), y = new Map(i.flatMap(({ name: e, start: n }) => n ? [[e, n(t)]] : [])), b = [gt(c.page), ...e.steps], S = Ne(t, {
		hasMessaging: a,
		destinations: h,
		steps: b
	}), C = _t(d.space, _), w = Je({
		...c,
		store: C,
		page: u.page
	}), T = qe(w, m), E = x(), D = c.page.onMayExit(E.notify), O = ht({
		inMemory: T,
		shown: e.shown,
		identity: l,
		questions: u,
		flags: n,
		flagsDeadlineMs: o
	}), k = 0, A, j = (e) => c.page.whenShown(() => P(e)), M = (...e) => {
		p.aborted || j(S.ofOwn(...e));
	}, N = new Promise((n) => {
		Ee({
			...t,
			signal: p,
			load: e.loadDeliveries,
			where: "delivery",
			missing: xt
		}, (e) => {
			A = e({
				parts: i,
				steps: b,
				flagsDeadlineMs: o,
				maxBytes: s,
				last: () => k,
				record: M,
				started: y,
				recorder: O,
				inMemory: T,
				ownCopies: w,
				onMayExit: E.add
			}, t), n(A);
		});
	});
	function P(e) {
		let t = Object.assign(e, { n: k += 1 });
		m.progress("happened", t);
		let n = O.record(t);
		n.todo.includes("pending") && (m.progress(ke, t), A?.watch(n.event)), T.add(n);
	}
	return {
		destinations: h,
		record: M,
		announce: () => Qe(t, S, j),
		track(e, t, n) {
			let r = p.aborted ? void 0 : S.ofCall(e, t, n);
			return r && j(r), r?.id;
		},
		refused: {
			read: async () => (await N).refused.read(),
			retry: async () => (await N).refused.retry(),
			discard: async () => (await N).refused.discard()
		},
		counts: async () => (await N).count(),
		async flush(e) {
			let t = v(() => Number(e?.timeoutMs ?? NaN)) ?? NaN, n = t >= 0 ? Math.min(t, yt) : vt;
			return A || await Promise.race([N, r(c.clock, n, p)]), A && !p.aborted ? A.flush(n) : {
				isComplete: !1,
				acknowledged: {},
				refused: {},
				waiting: {
					pending: T.byId.size,
					unread: {}
				},
				reasons: { outbox: p.aborted ? "the layer is closed" : "the code that delivers events has not loaded" }
			};
		},
		stop() {
			f.abort(), A?.stop();
			for (let e of [O, ...y.values()]) e.stop();
			D();
		}
	};
}
var xt = `the file that delivers events could not be loaded. Events are kept. ${Te} (T71)`;
// ../../tmp/version-zZiWuI/packages/telltale/src/events/destinations/destination.ts
function St(e) {
	if (!("deliver" in e)) return e;
	let { name: t, compresses: n = !1, sharesFlags: r = !1, batchSize: i } = e;
	return {
		name: t,
		start: () => ({
			name: t,
			type: "acknowledging",
			compresses: n,
			sharesFlags: r,
			...i && { batchSize: Math.max(1, Math.floor(i)) },
			accepts: (t) => e.accepts?.(t) ?? !0,
			whenReady: async (t) => e.whenReady?.(t),
			deliver: (t, n) => e.deliver(t, n),
			stop: () => void (async () => e.stop?.())().catch(() => {})
		})
	};
}
// ../../tmp/version-zZiWuI/packages/telltale/src/core/lib/thenable.ts
var Ct, wt = t((() => {
	Ct = (e) => typeof e?.then == "function";
}));
wt(), w(), l();
var Tt = 100, Et = 3;
function Dt({ clock: e, tokenDigests: t, page: n, signal: r }) {
	let i = [], a = /* @__PURE__ */ new Set(), s = x(), c = 0, l = () => ({
		id: `${n}/${c++}`,
		askedAt: e.now(),
		isOpen: !0,
		controller: o(r)
	}), u = l();
	function d() {
		let e = u = l();
		i.filter((e) => !e.isAsking || !a.has(e)).forEach(f), i.push(e);
		let t = i.filter(({ isOpen: e }) => e);
		return t.length > Et && f(t[1]), i.length > Tt && i.shift(), e;
	}
	function f(e) {
		e.isOpen = !1, e.controller.abort(), a.delete(e);
	}
	return {
		page: n,
		now: () => u,
		all: i,
		isOf: ({ tokenDigest: e, token: n }, r) => e === r || n !== void 0 && t.match(r, n),
		expect: (e) => void a.add(e),
		watch: s.add,
		begin: d,
		giveUp: () => void (u = {
			...l(),
			owner: {},
			isOpen: !1
		}),
		name(e, n) {
			e.token = n, e.tokenDigest = t.of(n), a.has(e) && s.notify();
		},
		settle(e, t) {
			e.owner = t, f(e), e === i.at(-1) && (u = e), s.notify();
		},
		abandon: f
	};
}
// ../../tmp/version-zZiWuI/packages/telltale/src/core/model/identity.ts
var Ot, kt, At = t((() => {
	Ot = /token|secret|passw|jwt|credential|api_?key|session_?id/i, kt = (e, t) => Ot.test(e) ? void 0 : t;
}));
At(), U();
var jt = [
	"unique_identity",
	"user_id",
	"company_id",
	"company_name",
	"user_name",
	"email_address",
	"user_hash"
], Mt = "unknown impersonator", Nt = /^(?:(true|t|yes|y|on|1)|false|f|no?|off|0|null|none|nil|undefined|)$/i, Pt = 1e6;
function Ft(e, t) {
	if (e.length > Pt) return;
	let n = ie(V(e) ? Lt(e) : "");
	return ue(n) ? Rt(n, t) : void 0;
}
var It = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g, Lt = (e) => e.replace(It, (e) => /^-?\d+$/.test(e) && !Number.isSafeInteger(+e) ? `"${e}"` : e);
function Rt(e, t = () => {}) {
	if (!z(e)) return;
	let n = /* @__PURE__ */ new Set(), r = Object.create(null);
	for (let t of ae(e)) r[t] = oe(e, t, () => n.add(t));
	if (zt(r, jt, (e) => n.add(e)), r.mimic_user = Vt(r, n), r.email_address === r.mimic_user && (r.email_address = void 0), r.unique_identity) return n.size > 0 && t(`A person has unreadable fields: ${[...n].join(", ")} (T148)`), Object.freeze(Object.fromEntries(Object.entries(r).filter(([, e]) => Bt(e))));
}
function zt(e, t, n) {
	for (let r of t) {
		let t = Ht(e[r]);
		!t && (e[r] ?? "") !== "" && n(r), e[r] = t;
	}
}
var Bt = (e) => (e ?? void 0) !== void 0;
function Vt(e, t) {
	let n = e.mimic_user ?? (t.has("mimic_user") ? {} : ""), r = typeof n == "object" ? null : Nt.exec(String(n).trim());
	if (r && !r[1]) return;
	let i = (r ? [e.email_address] : typeof n == "string" ? [n] : [
		"email_address",
		"user_name",
		"unique_identity"
	].map((e) => n[e])).map(Ht).find((e) => e && !Nt.test(e.trim()));
	return !i && !r && t.add("mimic_user"), i ?? Mt;
}
function Ht(e) {
	return Number.isSafeInteger(e) && !Object.is(e, -0) ? String(e) : typeof e == "string" && e !== "" ? e : void 0;
}
function Ut(e) {
	let { user_name: t, unique_identity: n, mimic_user: r } = e, i = t ?? n;
	return r ? {
		name: i,
		displayIdentity: `${r} as ${i}`,
		impersonator: r
	} : {
		name: i,
		displayIdentity: i
	};
}
U(), lt();
var Wt = "salt", Gt = ":";
function Kt({ storage: e, random: t }) {
	let n;
	function r() {
		return n || (n = e.get(Wt) ?? t.uuid(), e.set(Wt, n)), n;
	}
	return {
		of: (e) => qt(r(), e),
		match: (e, t) => e === qt(e.slice(0, e.lastIndexOf(Gt)), t)
	};
}
var qt = (e, t) => e + Gt + ct(e + t, 0) + ct(e + t, 1), Jt = "identity";
function Yt(e, t) {
	return {
		get(n, r) {
			let i = ie(e.get(Jt)), { of: a, person: o } = i;
			return i.url === r && typeof a == "string" && t.match(a, n) ? Rt(o) : void 0;
		},
		set(n, r, i) {
			let a = H({
				of: t.of(n),
				person: r,
				url: i
			}, kt);
			e.set(Jt, a) || e.remove(Jt);
		},
		clear: () => e.remove(Jt)
	};
}
// ../../tmp/version-zZiWuI/packages/telltale/src/identity/nextIdentity.ts
X();
function Xt(e, t, n) {
	let { status: r, epoch: i, tokenDigest: a } = e, o = a !== void 0 && { tokenDigest: a }, s = a === void 0 ? i : n;
	switch (t.type) {
		case "asked": {
			if (a === t.tokenDigest) return e;
			let i = {
				status: "resolving",
				epoch: r === "resolving" ? s : n,
				tokenDigest: t.tokenDigest
			};
			return t.person ? Xt(i, {
				...t,
				type: "answered"
			}, "") : i;
		}
		case "answered": {
			let { person: a, accounts: s } = t;
			return {
				status: "known",
				epoch: (r === "known" ? Y(rt(t), rt(e)) : r === "resolving") ? i : n,
				...o,
				person: a,
				...s && { accounts: s },
				...Ut(a)
			};
		}
		case "failed": return {
			status: "unknown",
			reason: t.reason,
			epoch: r === "unknown" ? i : n,
			...o
		};
		case "nobody":
		case "reset": return {
			status: "unknown",
			reason: "signed-out",
			epoch: t.type === "reset" ? n : s
		};
		case "pending": return {
			status: "resolving",
			epoch: s
		};
	}
}
U(), k(), l(), X();
var Zt = "useHeaperIdentity() error", Qt = 1e3;
function $t(e, t, { accountsOf: n = () => void 0, withVisitor: i = (e) => e } = {}) {
	let { storage: a, random: c, log: l, clock: u, page: d } = e, f = Kt(e), p = Yt(a, f), m = new AbortController(), h = Dt({
		clock: u,
		tokenDigests: f,
		page: c.uuid(),
		signal: m.signal
	}), g = B({
		status: "resolving",
		epoch: c.uuid()
	}), _ = T(g), v = T(g), y = T(void 0), b = T(void 0), x, S, C = !1;
	function w(e, t = !0) {
		let n = _.get(), r = i(Xt(n, e, c.uuid()), n, "isAnswer" in e);
		e.type === "asked" ? r !== n && (C = !1) : C = t, se(r, n) || _.set(B(r));
		let { epoch: a, tokenDigest: o } = _.get(), s = C ? _.get() : B({
			status: "resolving",
			epoch: a,
			...o !== void 0 && { tokenDigest: o }
		});
		se(s, v.get()) || v.set(s);
	}
	function E(e, t) {
		e === x && (w(t), y.set(void 0));
		let n = e === x && J(_.get()) || {};
		h.settle(e, t.type === "answered" ? rt(t) : n);
	}
	let D = (e) => ({
		type: "answered",
		person: e,
		accounts: n(e)
	}), O = (e) => l.error(Zt, Error(e));
	function k(e, t, n = "failed") {
		E(e, {
			type: "failed",
			reason: n
		}), e === x && (O(`the user is unknown: ${t}`), y.set({
			reason: t,
			signal: e.controller.signal
		}));
	}
	async function A() {
		if (!m.signal.aborted) return new Promise((e) => d.whenShown(() => e(j())));
	}
	async function j() {
		if (m.signal.aborted) return;
		S || (x = h.begin()), S?.abort(), S = void 0;
		let e = x;
		return b.set(e), M(e);
	}
	async function M(e) {
		let n = t.read(), r = Ct(n) ? await N(e, n) : n;
		return r && ee(e, r);
	}
	async function N(e, t) {
		let n = o(e.controller.signal);
		e.isAsking = !0;
		let r = await Promise.race([t, s(n.signal)]);
		return e.isAsking = !1, n.abort(), r;
	}
	async function ee(e, t) {
		switch (t.status) {
			case "waiting": return e === x ? te(e) : h.abandon(e);
			case "failed": return t.isTemporary ? F(e, t.reason) : k(e, t.reason);
			case "nobody": return P(e);
			case "signed-in": return ne(e, t);
		}
	}
	function P(e, t) {
		e === x && p.clear(), E(e, {
			type: "nobody",
			...t
		});
	}
	async function te(e) {
		let t = o(e.controller.signal);
		if (S = t, w({ type: "pending" }), await r(u, Qt, t.signal), !t.signal.aborted) return t.abort(), S = void 0, M(e);
	}
	async function ne(e, { person: n, ...r }) {
		let { token: i } = r;
		h.name(e, i);
		let a = n ?? p.get(i, t.scope), o = a && D(a);
		if (e === x && w({
			...o,
			type: "asked",
			tokenDigest: f.of(i)
		}), n) return E(e, o);
		let { signal: s } = e.controller;
		e.isAsking = !0;
		let c = await t.ask?.(r, s);
		if (e.isAsking = !1, s.aborted || !c) return;
		let l = e === x;
		if (c.outcome === "known") {
			let { person: n } = c;
			l && p.set(r.token, n, t.scope), E(e, D(n));
		} else c.outcome === "nobody" ? P(e, { isAnswer: !0 }) : c.outcome === "failed" ? F(e, c.reason, c.retryAfterMs) : (l && c.outcome === "refused" && p.clear(), k(e, c.reason, c.outcome === "refused" ? "refused" : "failed"));
	}
	function F(e, t, n) {
		if (e !== x) return h.abandon(e);
		let { signal: r } = e.controller;
		y.get()?.signal !== r && O(`who-am-i is asked again: ${t}`), y.set({
			reason: t,
			retryAfterMs: n,
			signal: r
		});
	}
	async function re() {
		let e = x, n = await N(e, Promise.resolve(t.read()));
		if (!n) return;
		if (n.status === "waiting" && !e.isOpen) return A();
		let { token: r, isTemporary: i } = n;
		return i || e.token === void 0 || r === e.token ? ee(e, n) : e === x ? A() : h.abandon(e);
	}
	function I(e) {
		(e || _.get().status === "resolving") && (w({
			type: "failed",
			reason: "failed"
		}, e), e && (O(`the user is unknown: ${y.get()?.reason}`), h.giveUp()));
	}
	function L() {
		let e = S && x;
		S?.abort(), S = void 0, p.clear(), t.reset?.(), x = h.begin(), E(x, { type: "reset" }), e && h.settle(e, {});
	}
	return {
		current: _,
		confirmed: v,
		questions: h,
		repetition: {
			asked: b,
			failed: y,
			repeat: re,
			giveUp: I
		},
		refresh: A,
		reset: () => d.whenShown(L),
		stop: () => m.abort()
	};
}
// ../../tmp/version-zZiWuI/packages/telltale/src/identity/personSource.ts
U();
function en(e, t) {
	let n = () => r(e ?? (() => void 0));
	function r(e) {
		try {
			let n = e();
			if (n === void 0) return { status: "waiting" };
			if (n === null) return { status: "nobody" };
			let r = Rt(n, t);
			return r ? {
				status: "signed-in",
				token: H([r.unique_identity, r.mimic_user]),
				person: r
			} : (Promise.resolve(n).catch(() => {}), {
				status: "failed",
				reason: "a person needs a unique_identity: a text, or a safe integer (T58)"
			});
		} catch {
			return {
				status: "failed",
				reason: "identity.person has thrown (T57)"
			};
		}
	}
	return {
		read: () => n(),
		setPerson(e) {
			let t = r(() => e);
			n = () => t;
		},
		reset() {
			e || (n = () => ({ status: "nobody" }));
		},
		scope: ""
	};
}
// ../../tmp/version-zZiWuI/packages/telltale/src/identity/whoAmI.ts
y();
var tn = [
	401,
	403,
	404
];
async function nn({ url: e, appPlatform: t, tokens: n, signal: r }, { http: i, report: a }) {
	let o = v(() => un(n, t));
	if (!o) return {
		outcome: "unusable",
		reason: ln
	};
	let s = await i({
		url: e,
		headers: o,
		noStore: !0,
		signal: r
	});
	if (s.outcome !== "success") {
		let { status: e, retryAfterMs: t } = s;
		return {
			outcome: tn.includes(e) ? "refused" : "failed",
			reason: on(s),
			retryAfterMs: t
		};
	}
	let c = await s.text() ?? "";
	if (s.status === 204 || rn.test(c)) return { outcome: "nobody" };
	let l = Ft(c, a);
	return l ? {
		outcome: "known",
		person: l
	} : {
		outcome: "failed",
		reason: an
	};
}
var rn = /^\s*(null|\{\s*\})\s*$/, an = "invalid who-am-i response: a JSON object with a unique_identity is expected (T52)";
function on({ outcome: e, status: t }) {
	return d(t) ? `who-am-i answered with status ${t}: ${t === 401 || t === 403 ? "sign in again, or check auth.token" : "check api and projects"} (T139)` : t ? `who-am-i answered with status ${t} (T49)` : e === "redirect" ? `who-am-i ${h} (T50)` : "no answer came from who-am-i (T51)";
}
var sn = 36, cn = (e) => e.length !== sn, ln = "Auth0 JWT detected without an idToken: check auth.token and auth.idToken (T53)";
function un({ token: e, idToken: t }, n) {
	if (cn(e) && !t) throw Error(ln);
	return {
		Authorization: `Bearer ${e}`,
		...t && { IdToken: t },
		"Authorization-App-Platform": n
	};
}
// ../../tmp/version-zZiWuI/packages/telltale/src/identity/whoAmISource.ts
wt();
var dn = {
	status: "failed",
	reason: "auth.token or auth.idToken has failed (T54)"
};
function fn({ url: e, appPlatform: t, token: n, idToken: r }, i) {
	function a(e, t) {
		return e ? typeof e != "string" || t && typeof t != "string" ? {
			status: "failed",
			reason: "auth.token and auth.idToken must return texts (T55)"
		} : r && t === void 0 && cn(e) ? { status: "waiting" } : {
			status: "signed-in",
			token: e,
			idToken: t
		} : { status: e === void 0 ? "waiting" : "nobody" };
	}
	async function o(e, t) {
		try {
			let n = await e;
			return a(n, n ? await t() : null);
		} catch {
			return {
				...dn,
				isTemporary: !0
			};
		}
	}
	return {
		scope: e,
		ask: (n, r) => nn({
			url: e,
			appPlatform: t,
			tokens: n,
			signal: r
		}, i),
		read() {
			try {
				let e = n();
				if (Ct(e)) return o(e, () => r?.());
				let t = e ? r?.() : null;
				return Ct(t) ? o(e, () => t) : a(e, t);
			} catch {
				return dn;
			}
		}
	};
}
// ../../tmp/version-zZiWuI/packages/telltale/src/layer/reportProblems.ts
var pn = 100;
function mn({ bus: e, platform: t }, n) {
	let r = /* @__PURE__ */ new Set();
	return e.on("problem", ({ where: e, message: i, isError: a, isRecurring: o }) => {
		let s = `Telltale (${e}): ${i}`;
		!a && n() || r.has(s) && !o || r.size >= pn || (r.add(s), t.log[a ? "error" : "warn"](s));
	});
}
// ../../tmp/version-zZiWuI/packages/telltale/src/layer/checkSettings.ts
function hn(e) {
	let { app: t, ...n } = _e(e);
	return {
		...n,
		app: _e(typeof t == "string" ? { name: t } : t)
	};
}
function gn(e) {
	let { api: t, auth: n, identity: r } = e, i = W(t) || W(n), a = W(r) && ![
		"accounts",
		"traits",
		"visitor"
	].some((e) => W(ge(r, e))) ? ["identity.person"] : [], o = ["app.name", ...i ? ["api", "auth.token"] : a], [s, c, l] = he(Cn, { ...e }, o) ?? [];
	return s ? `Set ${c}${l} to ${s}. (T22)` : i && W(ge(r, "person")) ? "Set identity, or api and auth, but not both. (T23)" : void 0;
}
function _n({ promotion: e }) {
	if (!W(e)) return "only";
	let t = typeof e == "function" ? v(e) : e, n = ne(t);
	if (n) return n;
	throw I(t);
}
var vn, yn, bn, xn, Sn, Cn, wn, Tn = t((() => {
	y(), U(), R(), vn = (...e) => (t) => z(t) && L(t.name) && e.some((e) => ve(t[e])), yn = vn("start"), bn = (e, t) => vn("start", "deliver")(e, t) || z(ge(e, "http")) && L(ge(e, "name")), xn = (e) => (t, n) => Array.isArray(t) && t.every((t) => e(t, n)), Sn = (e, { app: t }) => {
		let n = wn(t), r = te.find((t) => !L(ge(re(e, t), n)));
		return L(e) || !r || `.${r}.${n}`;
	}, Cn = {
		"app.name": [L, "the name of the application"],
		api: [ye, "an address"],
		"auth.token": G,
		"auth.idToken": G,
		"identity.person": G,
		"identity.accounts": [vn("accountsOf"), "accounts(function) of telltale/accounts"],
		"identity.traits": [vn("traitsOf"), "traits(function) of telltale/traits"],
		"identity.visitor": [vn("createVisitors"), "visitor() of telltale/visitor"],
		projects: [Sn, "the id of a project"],
		flags: [yn, "what launchDarkly() returns"],
		analytics: [bn, "what heap() returns"],
		monitoring: [bn, "what datadog() returns"],
		messaging: [bn, "what intercom() returns"],
		destinations: [xn(bn), "a list of destinations"],
		observers: [xn(yn), "a list of observers"],
		"events.steps": [xn(vn("enrich", "process", "start")), "a list of steps"],
		"events.maxBytes": be,
		"events.flagsDeadlineMs": be
	}, wn = (e) => e.internal === !0 ? "internal" : "external";
}));
Tn(), k(), l();
function En(e, t, n) {
	let i = T(!1), a = /* @__PURE__ */ new Map(), o = new AbortController(), s = e.watch(l);
	l();
	function l() {
		e.get().isReady && (u(), i.set(!0));
	}
	function u() {
		s(), o.abort();
	}
	return {
		...i,
		within(e) {
			e > 5e3 && n(`ready.within: wait for ${c} ms or less. (T47)`);
			let i = a.get(e) ?? r(t, e, o.signal).then(() => void (i.isOver = !0));
			return a.set(e, i), i;
		},
		stop: u
	};
}
// ../../tmp/version-zZiWuI/packages/telltale/src/core/model/flag.ts
function Dn(e, t, n) {
	if (!e) return Nn(t, "FLAG_NOT_FOUND");
	let { value: r, variation: i, reason: a } = e;
	return (n ? n(r) : Mn(t, r)) ? {
		value: r ?? t,
		...i !== void 0 && { variationIndex: i },
		...a && { reason: a }
	} : Nn(t, "WRONG_TYPE");
}
var On = (e) => e?.reason?.inExperiment === !0, kn = (e) => e?.reason?.kind === An.kind, An = { kind: "OVERRIDE" }, jn = (e, t) => e && Mn(t, e.value) ? e.value ?? t : t, Mn = (e, t) => e == null || t === null || typeof t == typeof e;
function Nn(e, t) {
	return {
		value: e,
		reason: {
			kind: "ERROR",
			errorKind: t
		}
	};
}
y(), U(), k(), X();
function Pn(e, t = {}) {
	for (let e of Object.values(t)) v(() => B(e.default));
	let n = (e, n) => n === void 0 ? t[e]?.default : n, { current: r, stop: i, ...a } = e;
	return {
		...a,
		variation: (e, t) => a.variation(e, n(e, t)),
		variationDetail: (e, t) => a.variationDetail(e, n(e, t)),
		value(e, t) {
			let r = n(e, t);
			return D(() => jn(a.getFlag(e), r), (t) => a.watch(e, t, { fallback: r }));
		},
		recordExposure: (e, t) => a.recordExposure(e, n(e, t))
	};
}
var Fn = {}, In = ({ identity: e }) => ({
	status: O("live"),
	variation: (e, t) => t,
	variationDetail: (e, t) => ({ value: t }),
	allFlags: () => Fn,
	getFlag: () => void 0,
	bootstrapFlag: () => void 0,
	servedFlag: () => void 0,
	recordExposure: () => {},
	watch: () => () => {},
	track: () => {},
	override: () => {},
	current: D(() => {
		let t = e.get(), n = J(t);
		return {
			epoch: t.epoch,
			isReady: t.status !== "resolving",
			user: n,
			values: Fn,
			getFlag: () => void 0
		};
	}, e.watch),
	stop: () => {}
});
_(), y(), w(), k(), N(), R(), K(), He();
var Ln = 125e4, Rn = "identify() replaces identity.person. (T151)", zn = "The call was ignored: who-am-i says who is signed in. (T59)";
function Bn(e, { platform: t, loadDeliveries: n }) {
	let r = hn(e), i = gn(r);
	if (i) throw Error(`Telltale cannot start. ${i}`);
	let a = _n(r), o = Un(r, a), s = r.definitions ?? {}, { name: c, platform: l, multiPage: d } = r.app, f = L(l) ? l : "web", p = d === !0, m = `${c}@${a}/${o ?? ""}`, h = {
		name: c,
		platform: f,
		multiPage: p,
		space: m,
		promotion: a,
		projectId: o
	}, g = u(t), _ = S(), { auth: y } = r, b = (e) => (t) => _.publish("problem", {
		where: e,
		message: t
	}), x = y ? fn({
		...y,
		appPlatform: f,
		url: Hn(ee(r.api ?? "", a), o)
	}, {
		http: g,
		report: b("identity")
	}) : en(r.identity?.person, b("identity")), { accounts: C, visitor: w } = r.identity ?? {}, T = $t(t, x, {
		accountsOf: (e) => C?.read(e, b("identity")),
		withVisitor: w?.createVisitors(t, m)
	}), { current: E, confirmed: O, questions: k, repetition: A, refresh: j, reset: M } = T, N = Ve({
		bus: _,
		platform: t
	}), P = {
		platform: t,
		http: g,
		identity: O,
		questions: k,
		repetition: A,
		bus: _,
		diagnostics: N,
		app: h
	}, te = mn(P, () => r.silent === !0 || a === "production");
	t.running?.has(c) && b("layer")(`Two layers of "${c}" run in this page: close() one of them. (T43)`), t.running?.add(c);
	let ne = {
		...P,
		identity: E
	}, F = r.flags?.start(ne) ?? In(ne), re = r.events?.steps ?? [], I = bt({
		shown: E,
		flags: F.current,
		destinations: Wn(r),
		hasMessaging: !!r.messaging,
		flagsDeadlineMs: r.events?.flagsDeadlineMs ?? void 0,
		maxBytes: r.events?.maxBytes ?? Ln,
		steps: re,
		loadDeliveries: n
	}, P), { status: R, allFlags: z, getFlag: ie, servedFlag: ae, override: oe } = F, B = En(F.current, t.clock, b("ready")), se = !1, ce = {
		app: c,
		promotion: a === "only" ? void 0 : a,
		destinations: I.destinations,
		definitions: s,
		identity: {
			current: E,
			confirmed: O,
			failure: D(() => A.failed.get()?.reason, A.failed.watch),
			askedAt: () => k.now().askedAt
		},
		flags: {
			status: R,
			allFlags: z,
			getFlag: ie,
			servedFlag: ae,
			override: oe
		},
		on: _.on,
		record: (...e) => se ? I.record(...e) : queueMicrotask(() => I.record(...e))
	}, V = {
		...ce,
		"~host": P
	}, H = (r.observers ?? []).map((e) => Vn(e, ce, b));
	return se = !0, j(), H.push(...re.map((e) => Vn(e, V, b)), I.announce()), {
		identity: {
			current: E,
			refresh: j,
			reset: M
		},
		identify(e) {
			if (!x.setPerson) return b("identify")(zn);
			r.identity?.person && b("identify")(Rn), x.setPerson(e), j();
		},
		ready: B,
		flags: Pn(F, s.flags ?? void 0),
		track: I.track,
		definitions: s,
		diagnostics: N,
		counts: I.counts,
		flush: I.flush,
		refused: I.refused,
		close() {
			for (let e of [
				B,
				I,
				F,
				T
			]) e.stop();
			for (let e of H.splice(0)) v(e);
			te(), t.running?.delete(c);
		}
	};
}
var Vn = (e, t, n) => v(() => e.start?.({
	...t,
	warn: n(e.name)
}), () => n(e.name)("It has not started: it has thrown. (T166)")), Hn = (e, t) => `${M(e)}${t ? `/project/${encodeURIComponent(t)}` : ""}/who-am-i`;
function Un(e, t) {
	let { projects: n } = e;
	if (!W(n)) return;
	let r = ee(n, t);
	return typeof r == "string" ? r : r[wn(e.app)];
}
var Wn = ({ analytics: e, monitoring: t, messaging: n, destinations: r }) => [
	e,
	t,
	n,
	...r ?? []
].filter(W).map(St);
// ../../tmp/version-zZiWuI/packages/telltale/src/platform/windowPage.ts
function Gn(e) {
	return v(() => {
		let t = document.cookie.split("; ").find((t) => t.startsWith(`${e}=`));
		return t && decodeURIComponent(t.slice(e.length + 1));
	});
}
function Z(e, t = new AbortController()) {
	let n = {
		capture: !0,
		signal: t.signal
	}, r = qn() ? e() : [], i = () => r.forEach(([e, ...t]) => v(() => e.addEventListener(...t, n)));
	i();
	let a = v(() => new MutationObserver(i));
	return a?.observe(document, { childList: !0 }), () => {
		a?.disconnect(), t.abort();
	};
}
var Kn, qn, Jn, Q = t((() => {
	y(), Kn = {
		url: () => qn() ? document.URL.replace(/^((?:file|data|blob):).*|(\/\/)[^/?#]*@/, "$1$2") : "",
		isSameOrigin: (e) => v(() => new URL(e, document.baseURI).origin === origin) ?? !1,
		cookie: Gn,
		onMayExit(e) {
			return Z(() => [
				[
					document,
					"visibilitychange",
					() => document.visibilityState === "hidden" && e(!1)
				],
				[
					document,
					"freeze",
					() => e(!1)
				],
				[
					window,
					"pagehide",
					() => e(!0)
				]
			]);
		}
	}, qn = () => v(() => "visibilityState" in document), Jn = {
		...Kn,
		screen: () => v(() => `${screen.width}x${screen.height}`) ?? "0x0",
		hasNavigationTiming: () => !!v(() => performance.getEntriesByType("navigation").length),
		isOnline: () => globalThis.navigator?.onLine !== !1,
		whenShown(e) {
			!qn() || document.prerendering ? Z(() => [[
				document,
				"prerenderingchange",
				e
			]]) : e();
		},
		onReturn(e) {
			return Z(() => [
				[
					document,
					"visibilitychange",
					() => document.visibilityState === "visible" && e()
				],
				[
					document,
					"resume",
					e
				],
				[
					window,
					"pageshow",
					e
				],
				[
					window,
					"online",
					e
				]
			]);
		}
	};
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/platform/fetchTransport.ts
async function Yn({ url: e, method: t = "GET", headers: n = {}, body: r, keepalive: i = !1, signal: a, noStore: o }, s, c) {
	try {
		let l = await fetch(e, {
			method: t,
			headers: n,
			keepalive: i,
			redirect: "manual",
			cache: o ? "no-store" : "default",
			body: r ?? null,
			signal: a ?? null,
			...s
		});
		return c?.(l), l.type === "opaqueredirect" ? { outcome: "redirect" } : {
			outcome: "response",
			status: l.status,
			header: (e) => l.headers.get(e) ?? void 0,
			text: () => l.text().catch(() => void 0)
		};
	} catch {
		return a?.aborted ? { outcome: "cancelled" } : (await Xn(), { outcome: "network" });
	}
}
function Xn() {
	return new Promise((e) => setTimeout(e, er ? $n : 0));
}
var Zn, Qn, $n, er, tr, nr = t((() => {
	Q(), Zn = { send: (e) => Yn(e) }, Qn = 3e4, $n = 2e3, er = !1, tr = () => Z(() => [[
		window,
		"beforeunload",
		() => {
			er = !0, setTimeout(() => er = !1, Qn);
		}
	]]);
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/platform/webStorage.ts
function rr(e) {
	return {
		get: (t) => v(() => localStorage.getItem(e + t)) ?? void 0,
		set: (t, n) => v(() => (localStorage.setItem(e + t, n), globalThis.document?.visibilityState === "hidden" && v(() => document.cookie), !0)) ?? !1,
		remove: (t) => void v(() => localStorage.removeItem(e + t)),
		keys: (t) => v(() => Object.keys(localStorage).filter((n) => n.startsWith(e + t)).map((t) => t.slice(e.length))) ?? []
	};
}
var ir, ar = t((() => {
	y(), ir = "telltale:";
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/platform/browserPlatform.ts
function or() {
	return tr(), {
		clock: mr,
		transport: Zn,
		storage: rr(ir),
		page: Kn,
		random: hr,
		log: ur
	};
}
function sr(e) {
	let t = 0;
	return "xxxxxxxx-xxxx-4xxx-Vxxx-xxxxxxxxxxxx".replace(/[xV]/g, (n) => {
		let r = (e?.[t++] ?? Math.random() * 16) & 15;
		return (n === "x" ? r : r & 3 | 8).toString(16);
	});
}
var cr, lr, ur, dr, fr, pr, mr, hr, gr = t((() => {
	y(), nr(), ar(), Q(), cr = /* @__PURE__ */ new Set(), lr = () => ({
		...or(),
		page: Jn
	}), ur = {
		error: (...e) => console.error(...e),
		warn: (e) => console.warn(e)
	}, dr = {
		clock: {
			now: () => 0,
			after: () => () => {}
		},
		storage: {
			get: () => void 0,
			set: () => !1,
			remove() {},
			keys: () => []
		},
		random: {
			number: () => 0,
			uuid: () => ""
		},
		log: {
			...ur,
			warn() {}
		}
	}, fr = () => ({
		...lr(),
		...qn() ? { running: cr } : dr
	}), pr = 2 ** 31 - 1, mr = {
		now: () => Date.now(),
		parse: (e) => Date.parse(e),
		after(e, t) {
			let n = setTimeout(t, Math.min(e, pr));
			return () => clearTimeout(n);
		}
	}, hr = {
		number: () => Math.random(),
		uuid: () => v(() => crypto.randomUUID?.()) ?? sr(v(() => crypto.getRandomValues(/* @__PURE__ */ new Uint8Array(31))))
	};
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/core/lib/publicUrl.ts
function _r(e, t = Er) {
	let n = "";
	return e.replace(wr, (...[, e = "", n = "", r = ""]) => {
		let i = kr(n);
		return yr.test(i) && !br.test(i) || Dr(i, r) ? e : e + vr(r, t);
	}).replace(Tr, "$1").replace(Cr, (e, t) => {
		let r = Dr(n, t) ? "/" : e;
		return n = kr(t), r;
	});
}
function vr(e, t) {
	if (/^[\w-]*$/.test(e)) return e;
	let n = Or(e);
	if (/[{"]/.test(n) && yr.test(kr(n))) return "";
	let r = n === e || n.includes("=");
	if (t <= 0) return "";
	let i = r ? _r(`?${n}`, t - 1).slice(1) : vr(n, t - 1);
	return i === n ? e : encodeURIComponent(i);
}
var yr, br, xr, Sr, Cr, wr, Tr, Er, Dr, Or, kr, Ar = t((() => {
	y(), yr = /(?:^|[^a-z])(?:code|keys?|o?auth|sig|sid|sess|t?otp|mfa|pwd?|pass|pin|jwt|ticket|refresh|iban|tel|(?:tele)?phone)(?![a-z])|token|secret|pass(?:w|code|phrase)|credential|sess(?:ion|id)|signature|assertion|authoriz|bearer|saml|apikey|hash|mail/i, br = /(?:country|currency|lang|language|zip|post|postal|area|error|status).code$|.type$/i, xr = /token|passw|reset|magic|invit|verif|confirm|activat|recover|share(?!h)|\blocked/i, Sr = /^(?=.*\d).{6}|.{20}/, Cr = /\/([^/?#&=]+)/g, wr = /([?#&;]([^=?#&;]+)=)([^&#]*)/g, Tr = /([/?#&=])(?:[^/?#&=]+(?:@|%(?:25)*40)[^/?#&=]+|(?:\+|%(?:25)*2b)\d{7}[^/?#&=]*|eyJ[\w-]+\.[\w.-]+)/gi, Er = 4, Dr = (e, t) => xr.test(e) && Sr.test(Or(t)), Or = (e) => e.replace(/(?:%[\da-f]{2})+/gi, (e) => v(() => decodeURIComponent(e), () => e)), kr = (e) => Or(Or(Or(e))).replace(/\s/g, "").replace(/([a-z])([A-Z])/g, "$1-$2");
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/launchDarklyService/flagSettings.ts
function jr(e, t) {
	let n = e;
	return Object.fromEntries(Object.entries(t).map(([e, t]) => {
		let r = n[e] ?? void 0, i = Fr(e, t);
		return r === void 0 ? [e, t] : i.includes(ce(r)) ? [e, typeof r == "string" ? M(r) : r] : [e, i === "boolean" ? !!r : t];
	}));
}
var Mr, Nr, Pr, Fr, Ir = t((() => {
	U(), N(), Mr = [
		"clientSideId",
		"baseUrl",
		"streamUrl",
		"eventsUrl"
	], Nr = {
		clientSideId: "",
		baseUrl: "https://app.launchdarkly.com",
		maxCachedContexts: 5,
		hash: "",
		bootstrap: void 0,
		streaming: void 0,
		evaluationReasons: !1,
		useReport: !1,
		usePost: !1,
		sendEvents: !0,
		requestHeaderTransform: (e) => e
	}, Pr = {
		streaming: "boolean",
		bootstrap: "object or string"
	}, Fr = (e, t) => Pr[e] ?? ce(t);
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/launchDarklyService/readSettings.ts
function Lr(e, t, n) {
	let r = {
		...Nr,
		...Br,
		...n
	}, i = jr(e, r);
	for (let [n, i] of Object.entries(e)) i != null && (Object.hasOwn(r, n) ? o(n, i) : t(`Ignoring unknown config option "${n}" (T114)`));
	let a = i.application;
	for (let e of ["id", "version"]) a[e] && !Hr.test(a[e]) && t(`Config option "application.${e}" must be up to 64 letters, digits, ., _ or - (T118)`);
	return i;
	function o(e, n) {
		let a = Fr(e, r[e]), o = Vr[e] ?? 0;
		if (!a.includes(ce(n))) t(`Config option "${e}" should be of type ${a}, got ${ce(n)} (T115)`);
		else if (typeof n == "number" && n < o) i[e] = o, t(`Config option "${e}" must be at least ${o} (T117)`);
		else if (Array.isArray(n)) {
			let r = e === "privateAttributes" ? "string" : "object", a = n.filter((e) => ce(e) === r);
			a.length < n.length && t(`Config option "${e}" should contain only ${r}s (T119)`), i[e] = a;
		}
	}
}
function Rr(e, t) {
	z(e) && typeof e.toJSON != "function" && (e.$valid === !1 ? t("The bootstrap is not valid: the back end could not read the flags. (T97)") : !e.$flagsState && Object.keys(e).some((e) => !e.startsWith("$")) && t("The bootstrap has no flag metadata: events may not be right. (T98)"));
}
function zr(e, t = {}) {
	let { application: n, wrapperName: r, wrapperVersion: i, sendLDHeaders: a, requestHeaderTransform: o } = e, s = ["id", "version"].filter((e) => Hr.test(n[e] ?? "")).map((e) => `application-${e}/${n[e]}`), c = {
		...t,
		...s[0] && { "X-LaunchDarkly-Tags": s.join(" ") },
		...r && { "X-LaunchDarkly-Wrapper": r + (i && `/${i}`) }
	};
	return {
		...e,
		requestHeaderTransform: (e) => o({
			...a && c,
			...e
		})
	};
}
var Br, Vr, Hr, Ur = t((() => {
	U(), Ar(), Ir(), Br = {
		streamUrl: "https://clientstream.launchdarkly.com",
		eventsUrl: "https://events.launchdarkly.com",
		sendLDHeaders: !0,
		application: {},
		wrapperName: "",
		wrapperVersion: "",
		respectDoNotTrack: !1,
		allAttributesPrivate: !1,
		diagnosticOptOut: !1,
		fetchGoals: !0,
		streamReconnectDelay: 1e3,
		eventCapacity: 100,
		flushInterval: 2e3,
		samplingInterval: 0,
		diagnosticRecordingInterval: 9e5,
		privateAttributes: [],
		eventUrlTransformer: (e) => _r(e)
	}, Vr = {
		eventCapacity: 1,
		flushInterval: 2e3,
		diagnosticRecordingInterval: 2e3
	}, Hr = /^[\w.-]{1,64}$/;
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/launchDarklyService/flagDiagnostics.ts
function Wr(e, t) {
	let { settings: n, request: r } = e, { http: i, clock: a, random: o } = e.platform, { wrapperName: s, wrapperVersion: c } = n, l = {
		diagnosticId: o.uuid(),
		sdkKeySuffix: n.clientSideId.slice(-6)
	}, u = e.since, d = () => {};
	async function f(e, n) {
		let o = H({
			kind: e,
			id: l,
			creationDate: a.now(),
			...n
		}), s = await i({
			...r,
			method: "POST",
			body: o,
			signal: t
		});
		s.outcome === "success" && await s.text();
	}
	function p() {
		d = a.after(n.diagnosticRecordingInterval, () => {
			f("diagnostic", {
				dataSinceDate: u,
				...e.takeStats()
			}), u = a.now(), p();
		});
	}
	t.addEventListener("abort", () => d()), p(), f("diagnostic-init", {
		sdk: {
			name: "telltale",
			version: Kr,
			wrapperName: s,
			wrapperVersion: c
		},
		configuration: Gr(n),
		platform: { name: "JS" }
	});
}
function Gr(e) {
	let t = (e) => !e.endsWith(".launchdarkly.com");
	return {
		customBaseURI: t(e.baseUrl),
		customStreamURI: t(e.streamUrl),
		customEventsURI: t(e.eventsUrl),
		eventsCapacity: e.eventCapacity,
		eventsFlushIntervalMillis: e.flushInterval,
		reconnectTimeMillis: e.streamReconnectDelay,
		streamingDisabled: !e.streaming,
		allAttributesPrivate: e.allAttributesPrivate,
		diagnosticRecordingIntervalMillis: e.diagnosticRecordingInterval,
		usingSecureMode: !!e.hash,
		bootstrapMode: !!e.bootstrap,
		fetchGoalsDisabled: !e.fetchGoals
	};
}
var Kr, qr = t((() => {
	U(), Kr = "0.1.0";
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/flags/flagError.ts
function Jr(e, t) {
	return Object.assign(Error(t), { name: `LaunchDarkly${e}Error` });
}
var Yr, Xr = t((() => {
	Yr = () => Jr("InvalidArgument", "No hash for secure mode. Flags have fallbacks until there is one. (T96)");
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/core/lib/byteLength.ts
function Zr(e) {
	let t = e.length;
	for (let n = 0; n < e.length; n += 1) {
		let r = e.codePointAt(n) ?? 0;
		r > 127 && (t += r > 2047 ? 2 : 1), r > 65535 && (n += 1);
	}
	return t;
}
var Qr = t((() => {}));
// ../../tmp/version-zZiWuI/packages/telltale/src/launchDarklyService/flagEventSender.ts
function $r({ platform: e, settings: t, isKept: n, stats: r, request: i, report: a, signal: o }, s) {
	let { http: c, transport: l, clock: u, random: f, storage: p } = e, m = n ? ei(p, t.clientSideId) : void 0, h = /* @__PURE__ */ new Set(), g = xe({
		clock: u,
		random: f,
		backoff: ai
	}), _ = 0, y = !1, b = 0, x = Promise.resolve(), S;
	function C() {
		S ??= u.after(Math.max(t.flushInterval, _), () => void T());
	}
	function w() {
		S?.(), S = void 0;
	}
	function T() {
		return x = x.then(E);
	}
	async function E() {
		w(), await D(), h.size || (O(), await D()), h.size && !o.aborted && C();
	}
	async function D() {
		for (let e of h) if (o.aborted || await k(e), o.aborted || g.failures) return;
	}
	function O() {
		w();
		let [e, t] = [[], 0], n = () => {
			h.size >= ni ? r.droppedEvents += e.length : e[0] && h.add({
				id: f.uuid(),
				body: `[${e.join()}]`
			}), [e, t] = [[], 0];
		}, i = s();
		for (let a of y ? [] : i) {
			let i = v(() => H(a));
			if (!i) r.droppedEvents += 1;
			else {
				let r = Zr(i) + 1;
				t + r > ti && n(), e.push(i), t += r;
			}
		}
		n();
	}
	async function k(e, n) {
		let r = n ? { keepalive: n } : {
			signal: o,
			timeoutMs: ii
		}, s = await c({
			...i(e.id),
			method: "POST",
			body: e.body,
			...r
		}), { outcome: l, status: f } = s, p = l === "success";
		p && s.text();
		let v = p || d(f);
		if (e.isHandedOver = !1, v ? m?.remove(e) : l !== "cancelled" && m?.add(e), y || o.aborted) return;
		if (y = v && !p && f !== 413, y && (h.forEach((e) => m?.remove(e)), h.clear()), v && (h.delete(e), g.succeeded(), _ = 0), l === "success") {
			b = u.parse?.(s.header("date") ?? "") || b;
			return;
		}
		if (v || (_ = g.failed(s.retryAfterMs)), g.failures > 1) return;
		let x = f || (l === "redirect" ? "the address redirects, probably to a sign-in page" : "network error"), S = y ? "giving up permanently" : v ? "some events were dropped" : "will retry", C = `Flag events could not be delivered to ${t.eventsUrl}: ${x}, ${S} (T100)`;
		a(f ? Jr("UnexpectedResponse", C) : C);
	}
	return {
		start() {
			m?.all().forEach((e) => h.add(e)), h.size && T();
		},
		schedule: C,
		flush: T,
		exit() {
			O();
			for (let e of h) {
				if (e.isHandedOver) continue;
				let t = Zr(e.body) > l.keepaliveRoom();
				(t || g.failures) && m?.add(e), t || (e.isHandedOver = !0, k(e, !0));
			}
			h.size && !o.aborted && C();
		},
		stop: w,
		serverTime: () => b,
		isOver: () => y
	};
}
function ei(e, t) {
	let n = `flag-events:${t}:`;
	function r() {
		return e.keys(n).map((t) => ({
			id: t.slice(n.length),
			body: e.get(t) ?? ""
		}));
	}
	return {
		all: () => r().filter(({ body: e }) => e),
		add({ id: t, body: i }) {
			let a = i.length;
			for (let e of r()) a += e.body.length;
			a <= ri && e.set(n + t, i);
		},
		remove: ({ id: t }) => e.remove(n + t)
	};
}
var ti, ni, ri, ii, ai, oi = t((() => {
	U(), _(), y(), Qr(), Ce(), Xr(), ti = 16384, ni = 64, ri = 131072, ii = 3e4, ai = {
		firstMs: 1e3,
		maxMs: 3e5
	};
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/flags/readContext.ts
function si(e) {
	return e.kind === "multi" ? Object.entries(e).filter(([e]) => e !== "kind") : [[e.kind, e]];
}
function ci(e, t, n) {
	let r = `context-key:${e}`, i = fi.get(t) ?? {};
	fi.set(t, i);
	let a = t.get(r) ?? i[r];
	if (a) return a;
	let o = n();
	return t.set(r, o), i[r] = o;
}
var li, ui, di, fi, pi = t((() => {
	li = (e) => typeof e == "string" && /^[\w.-]+$/.test(e) && e !== "kind" && e !== "multi", ui = {
		name: "string",
		firstName: "string",
		lastName: "string",
		email: "string",
		country: "string",
		avatar: "string",
		ip: "string"
	}, { ...ui }, di = (e) => Object.fromEntries(si(e).map(([e, { key: t }]) => [e, t])), fi = /* @__PURE__ */ new WeakMap();
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/launchDarklyService/flagSummaries.ts
function mi(e, t, n) {
	let r = si(t).map(([e]) => e), i = Object.create(null);
	for (let t of e) {
		let { key: e, flag: n, fallback: a, count: o } = t, { counters: s } = i[e] ??= {
			default: a,
			counters: [],
			contextKinds: r
		}, c = hi(n), l = s.find((e) => e.variation === n?.variation && e.version === c);
		l ? l.count += o : s.push(n ? {
			value: n.value,
			variation: n.variation,
			version: c ?? 0,
			count: o
		} : {
			value: a,
			unknown: !0,
			count: o
		}), t.count = 0;
	}
	return {
		kind: "summary",
		...n,
		features: i,
		context: t
	};
}
var hi, gi = t((() => {
	pi(), hi = (e) => e?.flagVersion ?? e?.version;
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/launchDarklyService/redactContext.ts
function _i(e, t, n) {
	let r = si(e).map(([e, r]) => [e, vi(r, t, n)]);
	return e.kind === "multi" ? {
		kind: "multi",
		...Object.fromEntries(r)
	} : r[0]?.[1];
}
function vi(e, t, n) {
	let { allAttributesPrivate: r, privateAttributes: i } = t, { _meta: a, ...o } = JSON.parse(H({ ...e })), { privateAttributes: s, ...c } = a ?? {};
	"anonymous" in o && (o.anonymous = !!o.anonymous);
	let l = (r || n && o.anonymous ? Object.keys(o).map(xi) : [...i, ...s ?? []]).filter((e) => {
		let t = Si(e);
		return !bi.includes(t[0] ?? "") && yi(o, t);
	}), u = l[0] ? {
		...c,
		redactedAttributes: l
	} : c;
	return Object.keys(u)[0] ? {
		...o,
		_meta: u
	} : o;
}
function yi(e, [t = "", ...n]) {
	return !z(e) || !Object.hasOwn(e, t) ? !1 : n.length ? yi(e[t], n) : delete e[t];
}
var bi, xi, Si, Ci = t((() => {
	U(), pi(), bi = [
		"kind",
		"key",
		"anonymous",
		"_meta"
	], xi = (e) => e.startsWith("/") ? `/${e.replaceAll("~", "~0").replaceAll("/", "~1")}` : e, Si = (e) => e.startsWith("/") ? e.slice(1).split("/").map((e) => e.replaceAll("~1", "/").replaceAll("~0", "~")) : [e];
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/launchDarklyService/flagEvents.ts
function wi(e) {
	let { settings: t, platform: n, stats: r } = e, { clock: i, random: a, log: o, clicks: s } = n, c = t.sendEvents && !(t.respectDoNotTrack && s?.isDoNotTrack()), l = $r(e, D), u, d, f = [], p = [], m = [], h = 0, g = !1, _ = 0, y = !1;
	function b(t, n) {
		if (t.kind === "context") return x(t.context, n);
		if (t.kind === "custom") return S(t.event, n);
		let { entry: r, fallback: i } = t;
		t.isLive && y && !r.count && e.check?.(r, _ === 1), r.flag && !r.isPlain && T(t, r.flag, n), w(r, i, n), t.isCut && o.warn(`Flag "${r.key}" has too many prerequisites: not all are counted. (T102)`);
	}
	function x(n, r) {
		E(r), n && (_ += 1), y = t.sendEvents && n !== void 0;
		let i = c ? n : void 0;
		u = i && _i(i, t, !1), d = i && _i(i, t, !0), C({ kind: "identify" }, r), i && _ === 1 && e.onFirstContext();
	}
	function S([t, n, r], i) {
		if (typeof t == "string") return C({
			kind: "custom",
			key: t,
			data: n,
			metricValue: r,
			url: e.url()
		}, i);
		let a = v(() => String(t), String);
		e.report(Jr("InvalidEventKey", `Custom event "${a}" does not exist (T112)`));
	}
	function C(e, n = i.now(), s) {
		let { samplingInterval: c, eventCapacity: d } = t;
		if (!u || c && a.number() * c >= 1 || l.isOver()) return;
		if (f.length >= d) {
			g || o.warn("Exceeded event queue capacity: events are dropped. (T101)"), g = !0, r.droppedEvents += 1;
			return;
		}
		g = !1;
		let p = s ? { contextKeys: di(u) } : { context: u };
		f.push({
			creationDate: n,
			...p,
			...e
		}), l.schedule();
	}
	function w(e, t, n) {
		u && (e.count += 1, e.count > 1 || (e.fallback = Ti(t), m.push(e) > 1 || (h = n ?? i.now(), l.schedule())));
	}
	function T({ entry: { key: e }, value: t, fallback: n, withReason: r }, a, o = i.now()) {
		let { variation: s, trackReason: c, reason: u, debugEventsUntilDate: f } = a, p = Ti(n), m = {
			key: e,
			value: t === n ? p : t,
			variation: s,
			version: hi(a),
			default: p,
			...(r || c) && { reason: u }
		};
		a.trackEvents && C({
			kind: "feature",
			...m,
			context: d
		}, o), f && f > Math.max(o, l.serverTime()) && C({
			kind: "debug",
			...m
		}, o);
	}
	function E(e = i.now()) {
		u && m[0] && p.push(mi(m, u, {
			startDate: h,
			endDate: e
		})), m = [];
	}
	function D() {
		E();
		let e = [...f, ...p];
		return e[0] && (r.eventsInLastBatch = e.length), f = [], p = [], e;
	}
	return {
		receive: b,
		count: w,
		record: C,
		start: l.start,
		flush: l.flush,
		exit: l.exit,
		stop() {
			u = void 0, l.stop();
		}
	};
}
var Ti, Ei = t((() => {
	y(), Xr(), oi(), gi(), pi(), Ci(), Ti = (e) => v(() => (JSON.stringify(e), e));
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/launchDarklyService/goals.ts
function Di(e, { platform: t, onGoal: n }, r) {
	let { page: i, clock: a, clicks: o } = t, s, c = [], l = () => {};
	function u() {
		l(), l = a.after(ki, u);
		let t = i.url();
		if (t !== s) {
			s = t, c = e.filter(({ urls: e }) => Array.isArray(e) && e.some((e) => e && Oi(e, t)));
			for (let e of c) e.kind === "pageview" && n(e);
		}
	}
	let d = [
		o?.onNavigate(u),
		o?.onClick((e) => {
			u();
			for (let t of c) t.kind === "click" && e(t.selector ?? "") && n(t);
		}),
		() => l()
	];
	u(), r.addEventListener("abort", () => d.forEach((e) => e?.()));
}
function Oi({ kind: e, url: t, substring: n = "", pattern: r = "" }, i) {
	let a = (e) => e === t || e === `${t}/`, [, o = "", s = ""] = /^([^?#]*)[^#]*(.*)$/s.exec(i) ?? [], c = s.includes("/") ? o + s : o;
	return e === "exact" ? a(i) : e === "canonical" ? a(o) : e === "substring" ? c.includes(n) : e === "regex" && v(() => new RegExp(r).test(c)) === !0;
}
var ki, Ai = t((() => {
	y(), ki = 300;
})), ji, Mi = t((() => {
	y(), ji = ({ requestHeaderTransform: e }, t = {}) => v(() => e(t) ?? t, () => t);
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/core/lib/serverSentEvents.ts
function Ni(e) {
	let t = "", n = !1, r = "", i = [], a = 0;
	return (o) => {
		if (t += o, !n && !/[\r\n]/.test(o)) {
			t.length > Pi && (t = "");
			return;
		}
		let s = t.split(/\r\n|\n|\r(?!$)/);
		t = s.pop() ?? "", n = t.endsWith("\r");
		for (let t of s) {
			let [, n, o = ""] = /^([^:]*):? ?(.*)$/s.exec(t) ?? [];
			n === "data" && (a += o.length, a > Pi ? i = [] : i.push(o)), n === "event" && (r = o), t || (i[0] !== void 0 && e({
				event: r || "message",
				data: i.join("\n")
			}), r = "", i = [], a = 0);
		}
	};
}
var Pi, Fi = t((() => {
	Pi = 32e6;
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/flags/wireFlags.ts
function Ii(e) {
	if (!zi(e)) return;
	let t = {
		value: e.value,
		version: 0
	};
	for (let [n, r] of Object.entries(Ri)) ce(e[n]) === r && (t[n] = e[n]);
	return B(t);
}
function Li(e) {
	if (!z(e)) return;
	let t = Object.values(e);
	return !t.length || t.some(zi) ? Object.setPrototypeOf(e, null) : void 0;
}
var Ri, zi, Bi, Vi, Hi = t((() => {
	U(), Ri = {
		version: "number",
		flagVersion: "number",
		variation: "number",
		reason: "object",
		trackEvents: "boolean",
		trackReason: "boolean",
		debugEventsUntilDate: "number",
		prerequisites: "array"
	}, zi = (e) => z(e) && e.value !== void 0, Bi = (e) => B(e?.value), Vi = (e, t) => !(+H(e.version) <= +H(t?.version));
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/flags/flagMessages.ts
function Ui({ event: e, data: t }, n, r) {
	if (e === "ping") return n.stale();
	if (!/^(put|patch|delete)$/.test(e)) return;
	let i = V(t), { key: a, version: o } = z(i) ? i : {}, s = e === "put" && Li(i);
	if (s) return n.flags(s);
	if (e === "put" || typeof a != "string") return r();
	n.patch(a, e === "patch" ? i : { version: o });
}
var Wi = t((() => {
	U(), Hi();
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/launchDarklyService/streamFlags.ts
async function Gi(e, t, n) {
	let { http: i, clock: a, random: s } = t.platform, { streamUrl: c, streamReconnectDelay: l, clientSideId: u } = t.settings, f = !1, p = !1, m, g = xe({
		clock: a,
		random: s,
		backoff: {
			firstMs: l || 1,
			maxMs: qi
		},
		signal: n
	});
	function _(e) {
		m ??= o(n), t.report(e, m.signal);
	}
	function v() {
		m?.abort(), m = void 0;
	}
	async function y(e) {
		await r(a, Yi, e), e.aborted || p || (p = !0, _(`The stream of ${c} is open, and nothing has come for 10 s: no change of a flag arrives. (T185)`));
	}
	for (; !n.aborted;) {
		let r = o(n), s = () => {
			r.abort(), p && v(), p = !1;
		}, l = (e) => {
			v(), t.onMessage(e);
		};
		y(r.signal);
		let m = a.now(), b = await i({
			...e,
			signal: n,
			timeoutMs: Xi,
			untilLeave: !0
		});
		if (n.aborted) return;
		let x = b.outcome === "success" ? void 0 : b, S = a.now();
		if (t.onStreamInit({
			timestamp: S,
			failed: !!x,
			durationMillis: S - m
		}), b.outcome === "success" && await Ki(b, {
			onChunk: s,
			onMessage: l
		}, n), r.abort(), n.aborted) return;
		let C = x?.outcome === "redirect" ? `the address ${h}` : "no answer", w = `Error on stream connection to ${c}: ${x ? x.status || C : "closed"}`;
		if (x && d(x.status)) {
			let e = `check streamUrl and the client-side ID "${u}"`;
			return t.report(Jr("UnexpectedResponse", `${w}, giving up permanently: ${e} (T93)`), n);
		}
		a.now() - m >= Ji && g.succeeded();
		let T = g.failed(x?.retryAfterMs);
		g.failures === 1 && (f = !1), !f && (x || g.failures > 1) && (f = !0, _(`${w}. Reconnecting. (T94)`)), await g.wait(T);
	}
}
async function Ki({ chunks: e, limit: t }, { onChunk: n, onMessage: r }, i) {
	let a = Ni(r);
	try {
		for await (let r of e()) {
			if (i.aborted) return;
			t.start(), n(), a(r);
		}
	} finally {
		t.end();
	}
}
var qi, Ji, Yi, Xi, Zi, Qi = t((() => {
	_(), Ce(), l(), Fi(), Xr(), Wi(), qi = 3e4, Ji = 6e4, Yi = 1e4, Xi = 3e5, Zi = (e) => ({ url: t, ...n }, r, i) => {
		let { share: a, platform: o, settings: s } = e, c = {
			...n,
			url: s.streamUrl + t
		}, { tabs: l, channel: u, clock: d } = o, f = (t, n) => Gi(c, {
			...e,
			onMessage: t
		}, n), p = () => e.report(Jr("InvalidData", "Invalid data in the stream (T95)")), m = (e) => Ui(e, r, p);
		if (!l || !u || !a) return void f(m, i);
		let h = r.hasMissed();
		a(c, {
			tabs: l,
			channel: u,
			clock: d,
			stream: f,
			onMessage: m,
			onMissed: r.stale,
			hasMissed: h
		}, i);
	};
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/launchDarklyService/startFlagEvents.ts
function $i(e) {
	let { settings: t, platform: n, report: r } = e, i = {
		droppedEvents: e.dropped ?? 0,
		eventsInLastBatch: 0,
		streamInits: []
	}, a = new AbortController(), { signal: o } = a, s = n.clock.now(), c = (e, n = {}) => ({
		url: `${t.eventsUrl}/events/${e}/${encodeURIComponent(t.clientSideId)}`,
		headers: ji(t, {
			...t.sendLDHeaders && ea,
			"Content-Type": "application/json",
			...n
		})
	}), l = () => v(() => t.eventUrlTransformer(n.page.url()), () => ""), u = wi({
		platform: n,
		settings: t,
		isKept: e.isKept,
		stats: i,
		report: r,
		signal: o,
		url: l,
		check: e.check,
		onFirstContext: () => void Promise.resolve().then(d),
		request: (e) => c("bulk", {
			"X-LaunchDarkly-Event-Schema": "4",
			"X-LaunchDarkly-Payload-ID": e
		})
	});
	function d() {
		if (!o.aborted) {
			if (o.addEventListener("abort", n.page.onMayExit(u.exit)), u.start(), !t.diagnosticOptOut) {
				let { diagnosticsDelayMs: t } = e;
				t ? o.addEventListener("abort", n.clock.after(t, f)) : f();
			}
			t.fetchGoals && m();
		}
	}
	function f() {
		Wr({
			settings: t,
			platform: n,
			request: c("diagnostic"),
			since: s,
			takeStats: p
		}, o);
	}
	function p() {
		let e = { ...i };
		return Object.assign(i, {
			droppedEvents: 0,
			eventsInLastBatch: 0,
			streamInits: []
		}), e;
	}
	async function m() {
		let i = `${t.baseUrl}/sdk/goals/${encodeURIComponent(t.clientSideId)}`, a = await n.http({
			url: i,
			headers: ji(t),
			signal: o
		}), s = a.outcome === "success" ? V(await a.text() ?? "") : void 0;
		if (o.aborted) return;
		let c = a.outcome === "redirect" ? `the address ${h}` : a.status, l = Array.isArray(s);
		!l && c && r(`Error fetching goals: ${s ? "the answer is not a list" : c} (T103)`), e.onGoalsReady?.();
		let u = l ? s.filter(z) : [];
		u[0] && Di(u, {
			platform: n,
			onGoal: g
		}, o);
	}
	function g({ kind: e, key: t, selector: n }) {
		u.record({
			kind: e,
			key: t,
			url: l(),
			selector: n
		}, void 0, !0);
	}
	return {
		...u,
		openStream: Zi({
			platform: n,
			share: e.shareStream,
			report: r,
			settings: t,
			onStreamInit: (e) => i.streamInits.push(e)
		}),
		stop() {
			u.exit(), u.stop(), a.abort();
		}
	};
}
var ea, ta = t((() => {
	_(), y(), U(), qr(), Ei(), Ai(), Mi(), Qi(), ea = { "X-LaunchDarkly-User-Agent": `Telltale/${Kr}` };
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/launchDarklyService/layerFlagEvents.ts
function na(e) {
	let t = z(e) ? e.$flagsState : void 0;
	return z(t) ? t : {};
}
function ra({ kind: e, hashField: t, ...n }) {
	return typeof n.hash == "function" && delete n.hash, n;
}
var ia, aa = t((() => {
	U(), Ur(), ta(), ia = ({ platformOf: e, ...t }) => (n) => {
		let r = zr(Lr(ra(n.options), n.report));
		Rr(r.bootstrap, n.report);
		let i = na(r.bootstrap), { log: a, lost: o, streams: s, signal: c } = n, l = $i({
			...t,
			...n,
			platform: e(n.platform),
			settings: r,
			check: u,
			dropped: a.dropped
		});
		c.addEventListener("abort", l.stop);
		for (let [e, t] of a.calls.splice(0)) l.receive(e, t);
		o && l.receive(o);
		for (let e of s.splice(0)) e[2].aborted || l.openStream(...e);
		return l;
		function u({ key: e, flag: t }, r) {
			if (!t) return n.report(`The flags in use do not include "${e}": it has its fallback. (T145)`);
			let a = r ? i[e] : void 0;
			[t.flagVersion, t.version].includes(a?.version ?? NaN) && a?.variation !== t.variation && n.report(`"${e}" has another value in the page than on the server: is the same user signed in, with the same attributes? (T147)`);
		}
	};
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/flags/shareStream.ts
async function oa(e, t, n) {
	let { tabs: i, channel: a, clock: s, stream: c, onMessage: l, onMissed: u } = t, d = `stream:${ct(H([e.url, e.body]), 0)}`, f = s.now(), p = !1, m = !0, { hasMissed: h } = t, g = o(n), _ = () => g.abort(), v = a(d, {
		onMessage: b,
		onReturn: x
	}, n);
	if (!v) return c(l, n);
	let y = v;
	function b(e) {
		f = s.now(), e === pa && _();
		let t = V(e);
		z(t) && l(t);
	}
	function x() {
		h = !0, _();
	}
	async function S(e) {
		e.addEventListener("abort", () => y(pa)), C(e), await c((e) => {
			l(e), y(H(e));
		}, e), p = !e.aborted, p && y(pa);
	}
	async function C(e) {
		for (;;) if (y(fa), await r(s, sa, e), e.aborted || p) return;
	}
	for (; !n.aborted && !p;) {
		let e = await i.whileAlone(d, n, S);
		if (n.aborted || p) return;
		if (e ? f = s.now() : h && u(), h = !1, _(), g = o(n), (e || !m) && await r(s, e ? ua : ca, g.signal), m = !1, await r(s, da, n), !n.aborted && s.now() - f >= la) return c(l, n);
	}
}
var sa, ca, la, ua, da, fa, pa, ma = t((() => {
	U(), l(), lt(), sa = 45e3, ca = 6e4, la = 12e4, ua = 1e4, da = 200, fa = "alive", pa = "bye";
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/platform/indexedDb.ts
async function ha(e, { version: t, create: n }) {
	let r = indexedDB.open(e, t);
	r.onupgradeneeded = () => {
		for (let e of [...r.result.objectStoreNames]) r.result.deleteObjectStore(e);
		n(r.result);
	};
	let i = await $(r);
	i.onversionchange = () => i.close();
	let a = /* @__PURE__ */ new Map(), o = Promise.resolve(), s;
	Z(() => [[
		window,
		"pagehide",
		(e) => e.persisted && c()
	], [
		window,
		"pageshow",
		l
	]]);
	function c() {
		o = new Promise((e) => s = e);
		for (let [e, { isCommitted: t }] of a) t || v(() => e.abort());
	}
	function l() {
		if (s) {
			s(), s = void 0, o = Promise.resolve();
			for (let e of a.values()) e.comeBack();
		}
	}
	function u(e, t) {
		for (let t of ["complete", "abort"]) e.addEventListener(t, () => a.delete(e));
		return new Promise((n) => a.set(e, {
			isCommitted: t,
			comeBack: n
		}));
	}
	async function d({ stores: e, mode: t, isCommitted: n = !1, action: r }) {
		let a = i.transaction(e, t, { durability: "relaxed" }), o = u(a, n).then(() => f(e).catch(() => {})), s = Promise.race([ga(a), o.then(() => n)]);
		try {
			let e = r(a), i = /* @__PURE__ */ Error("aborted"), c = await Promise.race([e, o.then(() => n ? e : Promise.reject(i))]);
			if (t === "readwrite" && !await s) throw a.error ?? i;
			return c;
		} catch (e) {
			throw v(() => a.abort()), e;
		}
	}
	async function f(e) {
		for (let t of e) await $(i.transaction(t, "readonly").objectStore(t).count());
	}
	return { async transact(e) {
		for (;;) {
			let t = o;
			try {
				return e.isCommitted || await t, await d(e);
			} catch (e) {
				if (t === o) throw e;
			}
			await o;
		}
	} };
}
var $, ga, _a, va = t((() => {
	y(), Q(), $ = (e) => new Promise((t, n) => {
		e.onsuccess = () => t(e.result), e.onerror = () => n(e.error);
	}), ga = (e) => new Promise((t) => {
		e.oncomplete = () => t(!0), e.onabort = () => t(!1), e.onerror = () => t(!1);
	}), _a = (e) => e.commit?.();
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/platform/indexedDbDecisions.ts
function ya(e) {
	let t, n = () => ha(`${e}${ba}`, {
		version: 1,
		create: (e) => e.createObjectStore(ba, { autoIncrement: !0 }).createIndex(xa, xa, { unique: !0 })
	});
	return async (e, r) => {
		try {
			return await (await (t ??= n())).transact({
				stores: [ba],
				mode: "readwrite",
				async action(t) {
					let n = t.objectStore(ba), i = await $(n.index(xa).get(e));
					if (i) return i.choice;
					let a = await $(n.add({
						name: e,
						choice: r
					}));
					return n.delete(IDBKeyRange.upperBound(a - Sa)), r;
				}
			});
		} catch {
			t = void 0;
			return;
		}
	};
}
var ba, xa, Sa, Ca = t((() => {
	va(), ba = "decisions", xa = "name", Sa = 1e3;
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/core/lib/waits.ts
function wa(e) {
	let t = o(e);
	return {
		notify: () => t.abort(),
		async wait() {
			let n = t;
			await s(n.signal), t === n && (t = o(e));
		}
	};
}
async function Ta(e, t, n) {
	let i = new AbortController();
	await Promise.race([n, r(e, t, i.signal)]), i.abort();
}
var Ea = t((() => {
	l();
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/core/ports/eventChange.ts
function Da(e, t) {
	if ("record" in t) {
		let n = t.type === "add" ? !e : !Ma(e, t), r = t.type === "amend" && t.record.todo.includes("pending") && e?.event.told, i = r ? {
			...t.record,
			event: {
				...t.record.event,
				told: r
			}
		} : t.record;
		return n ? Na(i) : e;
	}
	if (t.type === "remove" || !e) return;
	if (!e.todo.includes(t.task)) return e;
	let n = e.todo.filter((e) => e !== t.task);
	if (t.type === "done") return Na({
		...e,
		todo: n
	});
	let r = {
		...e.reasons,
		[t.task]: t.reason
	};
	return {
		...e,
		todo: [...n, ka(t.task)],
		reasons: r
	};
}
var Oa, ka, Aa, ja, Ma, Na, Pa = t((() => {
	q(), Oa = "refused:", ka = (e) => Oa + e, Aa = (e) => e.startsWith(Oa) ? e.slice(8) : void 0, ja = (e) => "record" in e ? [e.record.event.id] : e.ids, Ma = (e, t) => t.type === "amend" && !e?.todo.includes("pending"), Na = (e) => e.todo.length > 0 ? e : void 0;
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/platform/storedFlagSets.ts
function Fa(e, { kept: t }) {
	!t.has(e.id) && Object.keys(e.properties).length > Ha && t.set(e.id, e);
}
async function Ia(e, t, n) {
	let { flagSets: r, kept: i } = t;
	n && i.has(e.id) && await $(r.getKey(e.id)) !== void 0 || (r.put(e), Fa(e, t));
}
async function La({ events: e, flagSets: t, kept: n }, r) {
	let i = [...n.keys()].slice(0, -3);
	for (let e of i) n.delete(e);
	await Promise.all([...i, ...r].map(async (r) => {
		!n.has(r) && await $(e.index("event.flagSet").getKey(r)) === void 0 && t.delete(r);
	}));
}
async function Ra(e, t) {
	let { flagSets: n, kept: r } = e, i = /* @__PURE__ */ new Map();
	return await Promise.all(Ua(t).map(async (t) => {
		let a = r.get(t) ?? await $(n.get(t));
		a && z(a.properties) && (i.set(t, a), Fa(a, e));
	})), t.map((e) => {
		let t = Ba(e);
		return t === void 0 ? e : {
			...e,
			event: {
				...e.event,
				flagSet: i.get(t)
			}
		};
	});
}
function za({ event: e, ...t }) {
	return {
		...t,
		event: e.flagSet?.id ? {
			...e,
			flagSet: e.flagSet.id
		} : e
	};
}
function Ba(e) {
	let t = z(e) && z(e.event) ? e.event.flagSet : void 0;
	return typeof t == "string" ? t : void 0;
}
var Va, Ha, Ua, Wa = t((() => {
	U(), va(), Va = "event.flagSet", Ha = 100, Ua = (e) => [...new Set(e.flatMap((e) => Ba(e) ?? []))];
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/platform/indexedDbEventStore.ts
async function Ga({ prefix: e, appName: t }) {
	let n = await ha(`${e}events:${t}`, {
		version: 3,
		create(e) {
			let t = e.createObjectStore(Ya, { keyPath: "event.id" });
			t.createIndex(Za, Za, { multiEntry: !0 }), t.createIndex(Va, Va), e.createObjectStore(Xa, { keyPath: "id" });
		}
	}), r = /* @__PURE__ */ new Map(), i = (e, t) => n.transact({
		stores: [Ya, Xa],
		...t,
		async action(n) {
			let [i, a] = [n.objectStore(Ya), n.objectStore(Xa)], o = await e({
				events: i,
				flagSets: a,
				kept: r
			});
			return t.mode === "readwrite" && _a(n), o;
		}
	}), a = (e) => i(async (t) => Ra(t, await $(e(t.events))), { mode: "readonly" }), o = async (e, t = !1, n = !1) => {
		let a = t && (n || r.size === 0);
		return e.length > 0 ? i((n) => qa(n, e, {
			isAdding: t,
			isCommitted: a
		}), {
			mode: "readwrite",
			isCommitted: a
		}) : [];
	};
	return await i(async (e) => La(e, await $(e.flagSets.getAllKeys())), { mode: "readwrite" }).catch(() => {}), {
		async change(e, t) {
			let n = [...Ka(e)], r = n.filter(Qa), [, i] = await Promise.all([o(r, !0, t).catch(() => o(r)), o(n.filter((e) => !r.includes(e)))]);
			return {
				isStored: !0,
				ignored: i
			};
		},
		read: (e, t) => a((n) => n.index(Za).getAll(e, Number.isFinite(t) ? t : void 0)),
		all: () => a((e) => e.getAll()),
		discard: (e, t) => i(async (n) => {
			let { events: r } = n, i = e === void 0 ? r : r.index(Za), [a, o] = await Promise.all([$(i.getAllKeys(e)), $(i.getAll(e))]), s = await Ra(n, o), c = [...s.keys()].filter((e) => t(s[e]));
			for (let e of c) r.delete(a[e]);
			return await La(n, Ua(c.map((e) => o[e]))), c.length;
		}, { mode: "readwrite" })
	};
}
function Ka(e) {
	let t = /* @__PURE__ */ new Map();
	for (let n of e) for (let e of ja(n)) t.set(e, [...t.get(e) ?? [], n]);
	return t;
}
async function qa(e, t, { isAdding: n, isCommitted: r }) {
	let { events: i } = e, a = /* @__PURE__ */ new Map(), o = [], s = /* @__PURE__ */ new Set();
	function c(t) {
		let { flagSet: n } = t.event;
		return n?.id && !a.has(n.id) && a.set(n.id, Ia(n, e, !r)), za(t);
	}
	return await Promise.all(t.map(async ([e, t]) => {
		let [r] = t;
		if (n && r && "record" in r) return void i.add(c(r.record));
		let a = await $(i.get(e)), l = a;
		for (let n of t) Ma(l, n) && s.add(e), l = Da(l, n);
		l ? i.put(c(l)) : i.delete(e), o.push(a);
	})), await Promise.all(a.values()), r || await La(e, Ua(o)), [...s];
}
function Ja(e, t) {
	let n = T(!0), r;
	function i() {
		return r ??= e(), r.catch(() => n.set(!1)), r;
	}
	async function a(e, r) {
		if (!n.get()) return r;
		let a = to;
		function o(e) {
			return n.set(!0), a = e;
		}
		let s = i().then(e).then(o, () => a = r);
		for (let e = 0; e < eo && a === to; e += 1) await Ta(t, $a / eo, s);
		return a === to ? (n.set(!1), r) : a;
	}
	return {
		answers: n,
		change: (e, t) => a((n) => n.change(e, t), {
			isStored: !1,
			ignored: []
		}),
		read: (e, t) => a((n) => n.read(e, t), []),
		all: () => a((e) => e.all(), []),
		discard: (e, t) => a((n) => n.discard(e, t), 0)
	};
}
var Ya, Xa, Za, Qa, $a, eo, to, no = t((() => {
	k(), Ea(), Pa(), va(), Wa(), Ya = "events", Xa = "flagSets", Za = "todo", Qa = ([, [e, t]]) => e?.type === "add" && !t, $a = 5e3, eo = 5, to = {};
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/platform/leaving.ts
function ro(e, t = ["pagehide"]) {
	let n = o(e);
	return Z(() => t.map((e) => [
		window,
		e,
		() => n.abort()
	]), n), n;
}
var io, ao = t((() => {
	l(), Q(), io = () => /Gecko\//.test(globalThis.navigator?.userAgent);
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/core/ports/transport.ts
function oo(e) {
	let t = e;
	return {
		room: () => t,
		take(e) {
			if (!(e > t)) return t -= e, () => void (t += e);
		}
	};
}
var so, co, lo = t((() => {
	Qr(), so = 65536, co = ({ keepalive: e, body: t, bytes: n }) => e ? n?.byteLength ?? Zr(t ?? "") : 0;
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/platform/laterTransport.ts
async function* uo(e, t) {
	if (!e) return;
	let n = new TextDecoder(), r = e.getReader();
	try {
		for (;;) {
			let { done: e, value: t } = await r.read().catch(() => ({
				done: !0,
				value: void 0
			}));
			if (e || !t) return;
			yield n.decode(t, { stream: !0 });
		}
	} finally {
		r.cancel().catch(() => {}), t();
	}
}
async function fo(e) {
	if (!(e.length < ho || typeof CompressionStream != "function")) return new Response(new Blob([e]).stream().pipeThrough(new CompressionStream("gzip"))).arrayBuffer();
}
var po, mo, ho, go = t((() => {
	ao(), lo(), nr(), po = oo(so), mo = (e) => ({
		keepaliveRoom: po.room,
		async send(t) {
			let { headers: n, body: r, bytes: i, gzip: a, signal: o, keepalive: s = !1 } = t, c = i ?? r, l = po.take(co(t));
			if (!l) return { outcome: "network" };
			let u = t.untilLeave ? ro(o) : void 0, d = () => u?.abort(), f = a && !s && c ? await e?.(c) : void 0, p, m, h = await Yn(t, {
				keepalive: s || u !== void 0 && io(),
				...i && { body: i },
				...f && {
					body: f,
					headers: {
						...n,
						"Content-Encoding": "gzip"
					}
				},
				...u && { signal: u.signal }
			}, (e) => {
				p = e, e.ok || d(), s && (m = e.text().catch(() => void 0));
			});
			if (m ? m.then(l) : l(), p || d(), h.outcome !== "response") return h;
			let g = p?.body ?? null;
			return {
				...h,
				text: () => m ?? h.text(),
				chunks: () => uo(g, d)
			};
		}
	}), ho = 1e3;
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/platform/clicks.ts
function _o(e, t) {
	try {
		return e instanceof Element && e.closest(t) !== null;
	} catch {
		return !1;
	}
}
var vo, yo = t((() => {
	Q(), vo = {
		onClick(e) {
			return Z(() => [[
				document,
				"click",
				(t) => e((e) => _o(t.target, e))
			]]);
		},
		onNavigate(e) {
			return Z(() => [[
				window,
				"popstate",
				e
			], [
				window,
				"hashchange",
				e
			]]);
		},
		isDoNotTrack: () => typeof navigator == "object" && navigator.doNotTrack === "1"
	};
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/platform/webTabs.ts
function bo(e, t = So, n = Co) {
	let i = {
		async whileAlone(a, c, l) {
			let u = t(), d = () => l(c).then(() => !0);
			if (!u) return d();
			let { exits: f, asksFirst: p } = n(), m = ro(c, f), h = o(m.signal), g = r(mr, xo, h.signal), _ = !1, v = !1;
			try {
				if (p && (await Promise.race([i.running(), g]))?.includes(a)) return !1;
				let t = u.request(e + a, { ifAvailable: !0 }, async (e) => {
					h.abort(), v || (_ = e !== null && !m.signal.aborted, _ && await Promise.race([l(m.signal), s(m.signal)]));
				});
				return await Promise.race([t, g]), v = !h.signal.aborted, v ? d() : (await Promise.race([t, s(m.signal).then(() => _ ? t : void 0)]), _);
			} catch (e) {
				return _ || e?.name !== "InvalidStateError" && d();
			} finally {
				m.abort();
			}
		},
		onStored: (t, n) => Z(() => [[
			window,
			"storage",
			(r) => (r.key ?? e + t).startsWith(e + t) && n()
		]]),
		async running() {
			let n = new AbortController();
			try {
				let i = r(mr, xo, n.signal);
				return (await Promise.race([t()?.query(), i]) ?? void 0)?.held?.flatMap(({ name: t = "" }) => t.startsWith(e) ? t.slice(e.length) : []);
			} catch {
				return;
			} finally {
				n.abort();
			}
		}
	};
	return i;
}
var xo, So, Co, wo, To = t((() => {
	y(), l(), gr(), ao(), ar(), Q(), xo = 5e3, So = () => v(() => navigator.locks), Co = () => ({
		exits: io() ? ["beforeunload", "pagehide"] : ["pagehide"],
		asksFirst: io()
	}), wo = (e, { onMessage: t, onReturn: n }, r) => {
		if (!qn()) return;
		let i = () => v(() => new BroadcastChannel(ir + e)), a;
		function o() {
			a = i(), a && (a.onmessage = ({ data: e }) => t(String(e)));
		}
		function s() {
			a?.close(), a = void 0;
		}
		function c({ persisted: e }) {
			e && (o(), n());
		}
		if (o(), !a) return;
		let l = Z(() => [[
			window,
			"pagehide",
			s
		], [
			window,
			"pageshow",
			(e) => c(e)
		]]);
		for (let e of [l, s]) r.addEventListener("abort", e);
		return (e) => {
			let t = a ?? i();
			t?.postMessage(e), a || t?.close();
		};
	};
})), Eo, Do, Oo = t((() => {
	Eo = [
		"delivered",
		"retry",
		"too-large",
		"refused"
	], Do = (e) => Eo.includes(e);
})), ko, Ao, jo, Mo = t((() => {
	R(), K(), ko = [(e) => e === "tag" || e === "suppress" || L(ge(e, "redirect")), "tag, suppress or { redirect }"], Ao = (e, t) => t !== "suppress" || e.identity.impersonator === void 0, jo = (e, t, n) => typeof t == "object" && e !== void 0 ? t.redirect : n;
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/core/lib/sharedJson.ts
function No(e) {
	let t = Po.get(e);
	if (t) return t;
	let n = H(e), r = {
		text: n,
		bytes: Zr(n)
	};
	return Po.set(e, r), r;
}
var Po, Fo = t((() => {
	Qr(), U(), Po = /* @__PURE__ */ new WeakMap();
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/events/destinations/withFlags.ts
function Io(e, t = (e) => e) {
	let { flagSet: n, ...r } = e, { overridden: i } = n ?? {}, a = t({
		...r,
		...i && { overridden: i }
	});
	if (!n || !a) return a;
	let o, s = {
		...a,
		get properties() {
			return o ??= t({
				...a.properties,
				...n.properties
			}), o;
		},
		set properties(e) {
			if (t === B) throw TypeError();
			o = e;
		}
	};
	return Lo.set(s, e), t === B ? Object.freeze(s) : s;
}
var Lo, Ro, zo, Bo, Vo, Ho = t((() => {
	U(), k(), Lo = /* @__PURE__ */ new WeakMap(), Ro = (e) => Lo.get(e) ?? e, zo = E((e) => Io(e, B)), Bo = (e) => Io(Ro(e), me), Vo = (e, t) => Object.fromEntries(Object.entries(t).filter(([t]) => !Object.hasOwn(e, t)));
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/adapters/collectorFormat.ts
function Uo(e, { flagSetOf: t, outlivesPage: n }) {
	let r = /* @__PURE__ */ new Map(), i = /* @__PURE__ */ new Map();
	function a(e) {
		let t = H(e), n = i.get(t) ?? i.size;
		return i.set(t, n), n;
	}
	let o = e.map((e) => {
		let { page: n, moment: i, properties: o, flagSet: s, ...c } = Ro(e), l = t?.(e), u = {
			...c,
			moment: a({
				page: n,
				...i
			})
		};
		if (!l) return H({
			...u,
			properties: e.properties
		});
		let { id: d, overridden: f, properties: p } = l;
		return r.set(d, l), H({
			...u,
			overridden: f,
			properties: Vo(p, o),
			flagSet: d
		});
	}), s = (e) => `{${[...r].map(([t, n]) => `${H(t)}:${e(n)}`).join()}}`, c = s(({ flags: e }) => No(e).text), l = !n || c.length <= 8e3, u = s(({ properties: e }) => No(e).text);
	return {
		texts: o,
		shared: `,"moments":[${[...i.keys()].join()}],"flagSets":${u}${l ? `,"flagDetails":${c}` : ""}`
	};
}
var Wo, Go = t((() => {
	U(), Fo(), X(), Ho(), Wo = (e = !0) => ({
		sharesFlags: e,
		reportsDropped: !0,
		encode(t, n) {
			let { flagSetOf: r, outlivesPage: i, ...a } = n, { texts: o, shared: s } = e ? Uo(t, n) : {
				texts: t.map((e) => H(e)),
				shared: ""
			};
			return {
				body: `${H(a).slice(0, -1)}${s},"events":[${o.join()}]}`,
				contentType: "application/json"
			};
		}
	});
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/adapters/refusals.ts
function Ko(e) {
	let { error: t, message: n = t } = z(e) ? e : { message: e }, r = z(n) ? n.message : n;
	return typeof r == "string" ? r.trim().slice(0, Yo) : "";
}
function qo(e = "", t) {
	let n = V(e), { refused: r, stored: i } = z(n) ? n : {};
	if (!Array.isArray(r)) return;
	let a = new Map(r.map((e) => [z(e) && e.id, Ko(e)])), o = t.filter(({ id: e }) => !a.has(e));
	if (o.length === i && i + r.length === t.length) return [{
		events: o,
		result: { outcome: "delivered" }
	}, ...t.filter(({ id: e }) => a.has(e)).map((e) => ({
		events: [e],
		result: Zo(422, a.get(e.id) ?? "")
	}))];
}
var Jo, Yo, Xo, Zo, Qo = t((() => {
	U(), Jo = (e) => /^\s*</.test(e), Yo = 200, Xo = (e) => Jo(e) ? "" : Ko(V(e) ?? e), Zo = (e, t) => ({
		outcome: "refused",
		reason: `status ${e}${t && `: ${t}`}`
	});
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/adapters/startHttpDestination.ts
function $o(e, { http: t, bus: n, platform: { clock: r }, app: i, diagnostics: a }, { report: o, traitsOf: s }) {
	let { name: c, batchSize: l } = e, u = e.headers ?? void 0, d = e.gzip === !0, { format: f = Wo(e.flagSets !== !1) } = e, { sharesFlags: p = !1 } = f, m = es(e), { promotion: h, projectId: g } = i, _ = ee(e.url, h), y = (e, { pages: t, traits: n }, { flagSetOf: o, keepalive: s }) => {
		let { dropped: l, inMemory: u } = a.get();
		return {
			app: {
				name: i.name,
				platform: i.platform,
				...h !== "only" && { promotion: h }
			},
			project: e,
			destination: c,
			sentAt: r.now(),
			dropped: l,
			inMemory: u,
			pages: t,
			...n && { traits: n },
			outlivesPage: s,
			...o && { flagSetOf: o }
		};
	};
	async function b(e, r, i) {
		let { signal: a, keepalive: l } = i, p = (e) => [{
			events: r,
			result: e
		}], m = v(() => typeof u == "function" ? u() : u, () => null), h = Ct(m) ? await m.then(ds, () => void 0) : ds(m);
		if (!h) return p({
			outcome: "retry",
			reason: cs
		});
		let g = o(c), b = ts(f, r, y(e, {
			...g,
			traits: s?.(r)
		}, i));
		if (!b) return p({
			outcome: "retry",
			reason: ls
		});
		let { body: x, contentType: S } = b, C = await t({
			url: _,
			method: "POST",
			headers: {
				...h,
				"Content-Type": S
			},
			...typeof x == "string" ? { body: x } : { bytes: x },
			gzip: d,
			alsoSuccess: _s,
			timeoutMs: os,
			signal: a,
			keepalive: l
		}), w = C.outcome === "success" ? await C.text() : "", T = rs(C, w);
		if (T) return p({
			outcome: "retry",
			reason: T,
			cause: is(C)
		});
		if (w === void 0 && !_s(C.status)) return p({
			outcome: "retry",
			cause: ps
		});
		let E = C.status === 422 ? qo(w, r) : void 0;
		if (E) return E;
		let D = as(C, w);
		return D.outcome === "delivered" ? (f.reportsDropped && (n.publish("dropsReported", void 0), g.confirm()), ns(f, w ?? "", r)) : p(D);
	}
	return {
		name: c,
		url: _,
		type: "acknowledging",
		compresses: d,
		sharesFlags: p,
		...l && { batchSize: l },
		accepts: (e) => Ao(e, m),
		async deliver(e, t) {
			let n = /* @__PURE__ */ new Map();
			for (let t of e) {
				let e = jo(t.identity.impersonator, m, g);
				n.set(e, [...n.get(e) ?? [], t]);
			}
			let r = [...n].map(([e, n]) => b(e, n, t));
			return {
				outcome: "split",
				parts: (await Promise.all(r)).flat()
			};
		},
		stop() {}
	};
}
function es({ impersonation: e }) {
	let [t] = ko, n = e ?? "tag";
	return t(n, {}) === !0 ? n : "suppress";
}
function ts(e, t, n) {
	let r = v(() => e.encode(t, n));
	return (typeof r?.body == "string" || r?.body instanceof Uint8Array) && typeof r.contentType == "string" ? r : void 0;
}
function ns(e, t, n) {
	if (!e.read) return [{
		events: n,
		result: { outcome: "delivered" }
	}];
	let r = v(() => e.read?.(t, n)), i = r?.outcome === "split" ? r.parts : [{
		events: n,
		result: r
	}], a = n.map(({ id: e }) => e);
	return v(() => i.every((e) => Do(e.result?.outcome) && e.events.every(({ id: e }) => a.includes(e)))) ? i : [{
		events: n,
		result: {
			outcome: "retry",
			reason: us
		}
	}];
}
function rs(e, t) {
	let { outcome: n, status: r } = e;
	if (n === "redirect") return `its url redirects. ${ss}: set url to the address that answers. (T72)`;
	if (fs.includes(r) || r >= 300 && r <= 399) return `its server answers with status ${r}. ${ss}: check url and who may post there. (T73)`;
	if (n === "success" && !_s(r) && t && Jo(t)) return `its server answers with a page. ${ss}: an acknowledgement is JSON or empty. (T74)`;
}
function is({ outcome: e, status: t, ...n }) {
	let r = "retryAfterMs" in n ? Math.ceil(n.retryAfterMs / 1e3) : 0;
	return e === "timeout" ? `no answer within ${os / 1e3} s` : e === "redirect" ? "a redirect" : t === 0 ? ms : `status ${t}${e === "success" && t <= 299 ? " with a page" : ""}${r > 0 ? `, which asks to wait ${r} s` : ""}`;
}
function as(e, t = "") {
	if (e.outcome !== "success") {
		let { retryAfterMs: t } = e;
		return {
			outcome: "retry",
			cause: is(e),
			...t && { afterMs: t }
		};
	}
	let { status: n } = e;
	return _s(n) ? n === gs ? { outcome: "too-large" } : Zo(n, Xo(t)) : { outcome: "delivered" };
}
var os, ss, cs, ls, us, ds, fs, ps, ms, hs, gs, _s, vs = t((() => {
	y(), wt(), U(), R(), Oo(), Mo(), Go(), Qo(), os = 3e4, ss = "Events are kept and tried again", cs = `its headers function has thrown, rejected or returned no object. ${ss}. (T75)`, ls = `encode of its format has thrown, or has returned no body. ${ss}. (T159)`, us = `read of its format has thrown, or has returned no known outcome. ${ss}. (T165)`, ds = (e) => e === void 0 || z(e) ? e ?? {} : void 0, fs = [
		401,
		402,
		403,
		404,
		405,
		406,
		407,
		411,
		414,
		415,
		417,
		421,
		426,
		428,
		431,
		451
	], ps = "the connection broke before the end of the answer", ms = "no connection (its server is down, or CORS or a blocker forbids it)", hs = [
		408,
		425,
		429
	], gs = 413, _s = (e) => e >= 400 && e <= 499 && !hs.includes(e);
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/events/recording/signOut.ts
function ys({ app: e, identity: t, platform: n }) {
	t.watch(r), r();
	function r() {
		let r = t.get();
		r.status === "unknown" && r.reason === "signed-out" && n.storage.remove(et + e.space);
	}
}
var bs = t((() => {
	nt();
})), xs, Ss, Cs = t((() => {
	y(), xs = 200, Ss = (e) => v(() => String(e), () => typeof e).slice(0, xs);
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/events/reports/deliveryReports.ts
function ws(e, t = () => {}) {
	let { bus: n, platform: r } = e, i = Be(e), a, o = 0;
	function s(e, { where: r, reason: a, message: o, isError: s }) {
		n.publish("drop", {
			where: r,
			reason: a,
			count: e.length
		}), o && n.publish("problem", {
			where: r,
			message: o,
			...s && { isError: s }
		});
		for (let { event: n, todo: o } of e) a !== "another-identity" && t(a, [n], o), i.progress("dropped", n, {
			destination: r,
			reason: a
		});
	}
	let c = (e, t) => n.publish("problem", {
		where: e,
		message: t,
		isError: !0
	});
	function l() {
		let e = new AbortController();
		return n.publish("problem", {
			where: "outbox",
			message: Ds,
			until: e.signal
		}), e;
	}
	return {
		...i,
		dropped: s,
		note: t,
		refused(e, t, n) {
			let r = `refused events (${n}). They are kept: see telltale.refused. (T68)`;
			s(ks(e, t), {
				where: e,
				reason: "refused",
				message: r,
				isError: !0
			});
		},
		async attempt({ name: e, url: t }, { dueInMs: i, ...a }, o) {
			if (!n.isHeard("attempt") || a.failures === 0 && !a.outcome) return;
			let s = r.clock.now(), { length: c } = await o.read(e), l = t && As(t);
			n.publish("attempt", {
				destination: e,
				at: s,
				...a,
				...l && { address: l },
				...i >= 0 && { nextAt: s + i },
				waiting: c
			});
		},
		failed: (e, t) => i.problem(e, `has failed (${Ss(t)}): its events are kept (T66)`),
		unreadable(e) {
			n.publish("drop", {
				where: "outbox",
				reason: "unreadable",
				count: e
			}), c("outbox", Ts);
		},
		storage(e, t) {
			n.publish("diagnosis", {
				storage: e ? "durable" : "memory",
				inMemory: t
			}), e || i.problem("outbox", Es);
		},
		database(e) {
			o = e ? 0 : o + 1, e ? a = a?.abort() : o > 1 && (a ??= l());
		},
		failsAlone: (e) => c(e, Os),
		error: c,
		silent({ name: e, url: t }, { count: r, cause: i = "" }) {
			let a = t ? ` from ${As(t)}` : "", o = /^status \d/.test(i) ? `has taken no events for 30 s: its server answers with ${i}. Events that wait: ${r} (T150)` : `no answer for 30 s${a}: check its address, its server and CORS. Events that wait: ${r} (T67)`;
			n.publish("problem", {
				where: e,
				message: o,
				isError: !0,
				isRecurring: !0
			});
		}
	};
}
var Ts, Es, Ds, Os, ks, As, js = t((() => {
	Cs(), Ar(), He(), Ts = "removed damaged records: other events are not affected (T64)", Es = "the browser stores no events: those that are not delivered when the page closes are lost (T65)", Ds = "IndexedDB is blocked or does not answer: events are kept in localStorage while there is room (T188)", Os = "fails for an event each time, and takes others: the event is kept and tried again, at least once a minute (T149)", ks = (e, t) => t.map(({ event: t }) => ({
		event: t,
		todo: [e]
	})), As = (e) => _r(e.replace(/[?#].*/s, ""));
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/events/reports/droppedCounts.ts
function Ms({ bus: e, app: t, diagnostics: n, platform: { storage: r } }) {
	let i = `dropped:${t.space}`, a = Ns(r.get(i)), o = (t) => e.publish("diagnosis", { dropped: t });
	o(a);
	let s = [e.on("drop", (e) => {
		o(Ps(n.get().dropped, e)), a = Ps(a, e), r.set(i, H(a));
	}), e.on("dropsReported", () => {
		a = {}, r.remove(i);
	})];
	return () => s.forEach((e) => e());
}
function Ns(e) {
	let t = Object.entries(ie(e)).map(([e, t]) => {
		let n = z(t) ? Object.entries(t).filter(([, e]) => Fs(e)) : [];
		return [e, Object.fromEntries(n)];
	});
	return Object.fromEntries(t.filter(([, e]) => Object.keys(e).length > 0));
}
function Ps(e, { where: t, reason: n, count: r }) {
	let i = e[t] ?? {};
	return {
		...e,
		[t]: {
			...i,
			[n]: (i[n] ?? 0) + r
		}
	};
}
var Fs, Is = t((() => {
	U(), Fs = (e) => Number.isSafeInteger(e) && Number(e) > 0;
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/events/reports/fates.ts
function Ls({ storage: e, store: t, page: n, last: r, names: i, hasEnded: a }) {
	let o = `fates:${t}:`, s = o + n, c = new Map(i.map((e) => [e, {
		ranges: [],
		growing: /* @__PURE__ */ new Map()
	}])), l = !1;
	function u(e, { page: t, fate: n, first: r, last: i }) {
		let a = c.get(e);
		if (!a) return;
		let o = `${t}/${n}`, s = a.growing.get(o);
		if (s?.last === r - 1) s.last = i;
		else {
			let e = {
				page: t,
				fate: n,
				first: r,
				last: i
			};
			a.growing.set(o, e), a.ranges.push(e) > Hs && Rs(a);
		}
	}
	function d() {
		l || (l = !0, queueMicrotask(f));
	}
	function f() {
		l = !1;
		let t = [...c].filter(([, { ranges: e }]) => e.length > 0);
		return t.length === 0 ? (e.remove(s), !0) : e.set(s, H(Object.fromEntries(t.map(([e, { ranges: t }]) => [e, zs(t)]))));
	}
	let p = /* @__PURE__ */ new Set();
	async function m() {
		for (let t of e.keys(o)) if (t !== s && await a(t.slice(o.length)) !== !1) {
			if (!p.has(t)) for (let [n, r] of Object.entries(ie(e.get(t)))) for (let e of Bs(r)) u(n, e);
			p.add(t), f() && e.remove(t);
		}
	}
	return m(), {
		note(e, t, n) {
			for (let r of n) for (let { page: n, n: i } of t) u(r, {
				page: n,
				fate: e,
				first: i,
				last: i
			});
			d();
		},
		report(e) {
			let t = c.get(e), i = new Set(t?.ranges);
			t?.growing.clear();
			let a = zs(i);
			return {
				pages: {
					...a,
					[n]: {
						last: r(),
						...a[n]
					}
				},
				confirm() {
					t && (t.ranges = t.ranges.filter((e) => !i.has(e))), d(), m();
				}
			};
		}
	};
}
function Rs({ ranges: e, growing: t }) {
	let n = e.shift();
	for (let [e, r] of t) r === n && t.delete(e);
}
function zs(e) {
	let t = /* @__PURE__ */ new Map();
	for (let { page: n, fate: r, first: i, last: a } of e) {
		let e = t.get(n) ?? {}, o = i === a ? `${i}` : `${i}-${a}`;
		t.set(n, Object.assign(e, { [r]: e[r] ? `${e[r]},${o}` : o }));
	}
	return Object.fromEntries(t);
}
function Bs(e) {
	return z(e) ? Object.entries(e).flatMap(([e, t]) => Vs.flatMap((n) => {
		let r = z(t) ? t[n] : void 0;
		return (typeof r == "string" ? r.split(",", Hs) : []).flatMap((t) => {
			let [, r, i = r] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(t) ?? [];
			return r ? {
				page: e,
				fate: n,
				first: Number(r),
				last: Number(i)
			} : [];
		});
	})) : [];
}
var Vs, Hs, Us = t((() => {
	U(), Vs = [
		"delivered",
		"filtered",
		"not-accepted",
		"not-stored",
		"refused",
		"over-budget",
		"no-destination"
	], Hs = 200;
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/events/reports/startReports.ts
function Ws(e, t) {
	let { givenUp: n } = t.inMemory, r = (e) => e.map(({ name: e }) => e), i = Ms(t);
	n.length > 0 && t.bus.publish("drop", {
		where: "outbox",
		reason: "over-budget",
		count: n.length
	});
	let a = r(e.filter(({ http: e }) => e)), { note: o, report: s } = Ls({
		...t,
		...t.ownCopies,
		names: a
	});
	return o("over-budget", n, r(e)), {
		reports: ws(t, o),
		report: s,
		stop: i
	};
}
var Gs = t((() => {
	js(), Is(), Us();
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/events/store/budget.ts
function Ks({ clock: e, outbox: t, maxBytes: n, names: r, reports: i }) {
	let a = n, o = !1, s = !1;
	async function c() {
		if (!o) {
			for (o = !0; a > 0 && a >= n / Zs;) {
				a = 0;
				let e = await t.all();
				if (s) return;
				let r = qs(n, e, {
					sharesFlags: !0,
					isStored: !0
				});
				r.length < e.length && await u(e.filter((e) => !r.includes(e)));
			}
			o = !1;
		}
	}
	let l = ({ event: e }) => Ys(e) >= n;
	async function u(e) {
		let a = {
			where: "outbox",
			reason: "over-budget"
		}, o = e.map(({ event: e, todo: t }) => ({
			event: e,
			todo: t.includes("pending") ? r : t
		}));
		for (let e of o.filter(l)) {
			let t = `"${e.event.name}" has ${Ys(e.event)} bytes, and events.maxBytes is ${n}: it is given up (T155)`;
			i.dropped([e], {
				...a,
				message: t,
				isError: !0
			});
		}
		let s = o.filter((e) => !l(e)), c = `more than ${n} bytes wait: the oldest are given up (T69)`;
		s.length > 0 && i.dropped(s, {
			...a,
			message: c
		}), await t.remove(e);
	}
	async function d() {
		await t.ready;
		let n = await t.all();
		if (!s) for (let a of new Set(n.flatMap(({ todo: e }) => e))) {
			if (a === "pending" || Aa(a) !== void 0 || r.includes(a)) continue;
			let o = n.filter(({ event: t, todo: n }) => n.includes(a) && e.now() - t.at >= Qs);
			if (o.length === 0) continue;
			t.done(a, o);
			let s = `no destination is called "${a}": ${o.length} events are given up after a day (T143)`;
			i.dropped(ks(a, o), {
				where: a,
				reason: "no-destination",
				message: s,
				isError: !0
			});
		}
	}
	let f = t.onChanged((e) => {
		let t = e.flatMap((e) => e.type === "add" ? e.record : []);
		for (let { event: e } of t) a += Ys(e);
		let n = t.filter(l);
		n.length > 0 && u(n), c();
	});
	return d(), { stop() {
		f(), s = !0;
	} };
}
function qs(e, t, { sharesFlags: n, batchSize: r = Infinity, isStored: i } = {}) {
	let a = [], o = /* @__PURE__ */ new Set(), s = !0, c = e;
	for (let l of [...t].reverse()) {
		let { event: t } = l, { flagSet: u } = t;
		a.length % r === 0 && o.clear();
		let d = n && !i ? ec(t.moment) : "", f = !u || o.has(u.id) || i && s, p = 1 + Ys(d ? {
			...t,
			moment: 1
		} : t) + (o.has(d) ? 0 : Zr(d)) + (f ? 0 : Js(u, i));
		if (!(p > e)) {
			if (c -= p, c < 0) break;
			if (u && (s = !1), n) for (let e of [u?.id, d]) e && o.add(e);
			a.push(l);
		}
	}
	return a.reverse();
}
function Js({ properties: e, flags: t }, n = !1) {
	let r = $s(t);
	return $s(e) + (n || r <= 8e3 ? r : 0);
}
function Ys(e) {
	return v(() => Zr(H(e.flagSet ? {
		...e,
		flagSet: e.flagSet.id
	} : e)), () => Xs);
}
var Xs, Zs, Qs, $s, ec, tc = t((() => {
	U(), Qr(), Fo(), y(), X(), Pa(), q(), js(), Xs = 1e5, Zs = 16, Qs = 864e5, $s = (e) => v(() => No(e).bytes, () => Xs), ec = (e) => (e && v(() => H(e))) ?? "";
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/events/store/countEvents.ts
async function nc(e, t) {
	let n = Object.fromEntries(t.map((e) => [e, 0])), r = {}, i = 0;
	for (let t of (await e.all()).flatMap(({ todo: e }) => e)) {
		let e = Aa(t);
		t === "pending" ? i += 1 : e === void 0 ? n[t] = (n[t] ?? 0) + 1 : r[e] = (r[e] ?? 0) + 1;
	}
	return {
		waiting: {
			pending: i,
			unread: n
		},
		refused: r
	};
}
var rc = t((() => {
	Pa(), q();
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/events/sending/batch.ts
function ic(e, { clock: t, outbox: n, reports: r }) {
	let { name: i, type: a, batchSize: o = Infinity } = e, s = /* @__PURE__ */ new Set(), c, l;
	async function u(t, n) {
		let a = ({ id: e }) => B(t.find(({ event: t }) => t.id === e)?.event.flagSet);
		try {
			let r = t.map(({ event: e }) => Io(e));
			return ac(await e.deliver(r, {
				...n,
				flagSetOf: a
			}), t);
		} catch (e) {
			return r.failed(i, e), [{
				records: t,
				result: {
					outcome: "failed",
					reason: Ss(e)
				}
			}];
		}
	}
	function d({ records: e, result: t }) {
		if (t.outcome === "retry" && t.reason && r.error(i, String(t.reason)), t.outcome !== "delivered") return;
		let n = [t.misattributed ?? []].flat(), o = new Set(n.map((e) => e?.id)), s = e.map(({ event: e }) => e).filter(({ id: e }) => !o.has(e)), c = a === "in-page" && { isUnconfirmed: !0 };
		for (let e of s) r.progress("acknowledged", e, {
			destination: i,
			...c
		});
		r.note("delivered", s, [i]);
		let l = e.filter(({ event: e }) => o.has(e.id));
		l.length > 0 && r.dropped(l, {
			where: i,
			reason: "another-identity"
		});
	}
	async function f() {
		let { length: t } = await n.read(i);
		t > 0 && r.silent(e, {
			count: t,
			cause: l
		});
	}
	return {
		isUnderWay: (e) => s.has(e),
		async deliver(e, p, m = i) {
			a === "in-page" && n.mark(m, e, !0);
			for (let { event: t } of e) r.progress("sent", t, { destination: i }), p.keepalive && s.add(t.id);
			c ??= t.after(cc, () => void f());
			let h = oc(e, o).map((e) => u(e, p)), g = (await Promise.all(h)).flat();
			l = g.flatMap(({ result: e }) => e.outcome === "retry" && e.cause || []).at(-1), g.some(uc) && (c?.(), c = void 0);
			for (let { event: t } of e) s.delete(t.id);
			for (let e of g) d(e), a === "in-page" && e.result.outcome !== "delivered" && n.mark(m, e.records, !1);
			return g;
		},
		stop: () => c?.()
	};
}
function ac(e, t) {
	let n = (e.outcome === "split" ? e.parts : [{
		events: t.map(({ event: e }) => e),
		result: e
	}]).map(({ events: e, result: n }) => {
		if (!Do(n.outcome)) throw Error("it answers no known outcome");
		let r = e.map((e) => e?.id);
		return {
			records: t.filter(({ event: e }) => r.includes(e.id)),
			result: n
		};
	}), r = t.filter((e) => !n.some((t) => t.records.includes(e)));
	return [...n, {
		records: r,
		result: { outcome: "retry" }
	}].filter((e) => e.records.length > 0);
}
function oc(e, t) {
	let n = [];
	for (let r = 0; r < e.length; r += t) n.push(e.slice(r, r + t));
	return n;
}
function sc(e) {
	let t = e.map(({ result: e }) => e), { outcome: n, cause: r, reason: i } = t.find(({ outcome: e }) => e === "retry" || e === "failed") ?? t.find(({ outcome: e }) => e !== "delivered") ?? t[0] ?? {};
	return {
		outcome: n,
		reason: r ?? i
	};
}
var cc, lc, uc, dc = t((() => {
	Cs(), U(), Oo(), Ho(), cc = 3e4, lc = ({ result: e }) => e.outcome === "retry" && Number(e.afterMs) || 0, uc = ({ result: e }) => e.outcome === "retry" ? !!e.reason : e.outcome !== "failed";
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/events/sending/deliverySchedule.ts
function fc({ clock: e, random: t, collects: n, signal: i }) {
	let a = wa(i), o = xe({
		clock: e,
		random: t,
		backoff: pc,
		signal: i
	}), s = 0;
	return {
		retry: o,
		wake: a.notify,
		batchStarts: () => void (s = e.now() + hc),
		async run(t, c) {
			for (; !i.aborted;) {
				if (await a.wait(), n) {
					let t = Math.min(hc, s - e.now());
					await r(e, Math.max(mc, t), i);
				}
				await t();
				for (let e = 0; e >= 0 && !i.aborted;) await o.wait(e), e = await c();
			}
		},
		retryNow() {
			a.notify(), o.retryNow();
		}
	};
}
var pc, mc, hc, gc = t((() => {
	Ce(), l(), Ea(), pc = {
		firstMs: 1e3,
		maxMs: 6e4
	}, mc = 250, hc = 1e3;
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/events/sending/refusedEvents.ts
function _c(e, t) {
	async function n() {
		return (await e.all()).flatMap((e) => e.todo.flatMap((t) => {
			let n = Aa(t);
			return n === void 0 ? [] : [{
				task: t,
				destination: n,
				record: e
			}];
		}));
	}
	return {
		read: async () => (await n()).map(({ destination: e, record: { event: t, reasons: n } }) => ({
			destination: e,
			reason: Ss(n?.[e]),
			event: Io(t)
		})),
		retry: async () => void await Promise.all(t.map(({ retryRefused: e }) => e())),
		discard: async () => void await Promise.all((await n()).map(({ task: t, record: n }) => e.done(t, [n])))
	};
}
async function vc(e, { outbox: t, batches: n, maxSize: r, until: i, isWanted: a = () => !0, maxFailures: o = Infinity }) {
	let s = ka(e), c = oc((await t.read(s)).filter(({ event: e }) => a(e.id)), r), l = 0, u = 0;
	for (let e = c.shift(); e && l < o && !i.aborted; e = c.shift()) {
		l += 1;
		for (let { records: r, result: a } of await n.deliver(e, {
			signal: i,
			keepalive: !1
		}, s)) {
			if (a.outcome === "retry" && a.afterMs || (u = a.outcome === "retry" ? u + 1 : 0, u >= yc)) return;
			a.outcome === "delivered" ? (l = 0, await t.done(s, r)) : r.length > 1 && c.unshift(...oc(r, Math.ceil(r.length / 2)));
		}
	}
}
var yc, bc = t((() => {
	Cs(), Pa(), dc(), Ho(), yc = 8;
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/events/sending/isolation.ts
function xc(e) {
	let t = /* @__PURE__ */ new Map(), n = e, r = 0, i = 0, a = !1, o = !0;
	return {
		hasTaken: () => r > 0,
		start() {
			i = 0, a = !1, o = !0;
		},
		limit: () => i < Cc ? n + t.size : Sc,
		next(e) {
			let i = o ? e : e.filter(({ event: e }) => !t.has(e.id));
			return o = !1, i.length > 0 ? a ? i.slice(-n) : i.slice(0, n) : e.filter(({ event: e }) => (t.get(e.id) ?? r) < r).slice(0, 1);
		},
		take(e) {
			r += 1, e.some(({ event: e }) => t.has(e.id)) && t.clear();
		},
		isAtFault({ event: { id: e } }, n) {
			let i = t.get(e) ?? r;
			return t.delete(e), !n || i < r || (t.size >= Sc && t.clear(), t.set(e, r), !1);
		},
		end(t, r, o) {
			return r > 1 ? n = Math.ceil(r / 2) : t && (n = Math.min(n * 2, e)), i = t ? 0 : i + 1, t || (a = i >= Cc && !a), i >= Math.max(wc, 16 / 2 ** o);
		}
	};
}
var Sc, Cc, wc, Tc = t((() => {
	Sc = 1e3, Cc = 7, wc = 2;
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/events/sending/batchChoice.ts
function Ec({ isolation: e, postponed: t, maxSize: n }) {
	let r = 0, i = !1, a = () => e.hasTaken() && r < 2;
	return {
		works: a,
		takesOthers: () => e.hasTaken() && r === 0,
		limit: () => e.limit() + t.count(),
		next(o) {
			let s = o.filter((e) => !t.has(e)), c = t.withoutIsolated(o);
			if (!a()) {
				let e = t.probe(o, r);
				if (e.length > 0) return {
					batch: e,
					purpose: "probe"
				};
			}
			if (i && s.length < o.length) return {
				batch: c.slice(0, n),
				purpose: "again"
			};
			let l = !a() || r > 0 && s.length === 0, u = e.next(l ? c : s);
			if (u.length > 0) return {
				batch: u,
				purpose: "first"
			};
			let d = a() ? t.next(o) : [];
			return {
				batch: d,
				purpose: d.length === 0 && s.length > 0 ? "blocked" : "again"
			};
		},
		hasFailed(e, { isTaken: t, isRetried: n }) {
			let o = !t && n && e !== "again";
			return t ? r = 0 : o && (r += 1), i = t && e === "probe", o || n && !a();
		}
	};
}
var Dc = t((() => {})), Oc, kc = t((() => {
	y(), Ho(), Oc = (e, t, n) => !t.accepts || v(() => t.accepts?.(Io(e)) ?? !0, (e) => (n.failed(t.name, e), !0));
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/events/sending/postponed.ts
function Ac({ maxSize: e, retry: t, clock: n, onDue: r }) {
	let i = /* @__PURE__ */ new Map(), a = !1, o = 0, s = 0, c = ({ event: e }) => i.get(e.id), l = (e) => c(e)?.isIsolated === !0;
	function u(e) {
		let t = e.filter((e) => !l(e));
		return t.length > 0 ? t : e;
	}
	return {
		count: () => i.size,
		has: (e) => c(e) !== void 0,
		isIsolated: l,
		withoutIsolated: u,
		probe(e, t) {
			if (t % Mc < Mc / 2) return [];
			let n = u(e), r = Math.floor(s / 2) % n.length, i = s++ % 2 == 0 ? r : n.length - 1 - r;
			return n.slice(i, i + 1);
		},
		next(t) {
			if (a) return [];
			let n = new Set(t.map(({ event: e }) => e.id)), r = [...i].filter(([e]) => n.has(e)), [, o] = r.find(([, e]) => !e.isIsolated) ?? r[0] ?? [];
			return t.filter((e) => o && c(e) === o).slice(0, e);
		},
		add(e, t) {
			i.size + e.length > jc && i.clear();
			let n = [{ isIsolated: t && e.length === 1 && e.some((e) => c(e)) }, { isIsolated: !1 }];
			for (let [t, { event: r }] of e.entries()) i.delete(r.id), i.set(r.id, n[t < e.length / 2 ? 0 : 1]);
		},
		remove(e) {
			let n = e.filter(c);
			if (n.length === 0) return;
			let r = n.some(l);
			for (let { event: e } of n) i.delete(e.id);
			let a = { isIsolated: !1 };
			if (r) for (let [e, t] of i) t.isIsolated && i.set(e, a);
			t.succeeded();
		},
		async rest(e) {
			if (a) return;
			a = !0;
			let i = t.failed(e);
			o = n.now() + i, await t.wait(i), a = !1, r();
		},
		dueInMs: () => a && i.size > 0 ? o - n.now() : -1,
		retryNow: () => t.retryNow()
	};
}
var jc, Mc, Nc = t((() => {
	jc = 1e3, Mc = 4;
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/events/sending/sender.ts
function Pc(e, t) {
	let { clock: n, maxSize: r, outbox: i, random: a, reports: o, schedule: s, signal: c, transport: l } = t, { retry: u } = s, { name: d } = e, f = xc(r), p = Ac({
		maxSize: r,
		retry: xe({
			clock: n,
			random: a,
			backoff: pc,
			signal: c
		}),
		clock: n,
		onDue: s.wake
	}), m = Ec({
		isolation: f,
		postponed: p,
		maxSize: r
	}), h = (...e) => m.takesOthers() || o.silent(...e), g = ic(e, {
		clock: n,
		outbox: i,
		reports: {
			...o,
			silent: h
		}
	}), _ = /* @__PURE__ */ new Set(), v = [];
	async function y(n) {
		let r = -1;
		for (v = [], f.start();;) {
			let { records: t, isAtEnd: i } = await b(m.limit());
			if (n.aborted) return -1;
			let { batch: a, purpose: f } = m.next(t);
			if (f === "blocked") return u.failed();
			if (a.length === 0) break;
			s.batchStarts();
			let h = Fc(a, e, l), _ = await g.deliver(a, {
				signal: h ? c : n,
				keepalive: h
			});
			if (n.aborted) return -1;
			v = _;
			let { toRetry: y, isTaken: S, isPauseDue: C, isSettled: w } = await x(_, f), T = y.length > 0, E = m.hasFailed(f, {
				isTaken: S,
				isRetried: T
			}), D = Math.max(0, ...y.map(lc));
			if (E || C) return u.failed(D);
			if (w && i && a.length === t.length) break;
			if (T && (p.rest(D), f === "again" && a.length === 1 && o.failsAlone(d), D !== 0 && (u.succeeded(), r = u.failed(D), !S))) return r;
		}
		return f.hasTaken() && await t.onWorking(), r;
	}
	async function b(t) {
		let n = await i.next(d, t), r = n.records.filter(({ event: t }) => !Oc(t, e, o));
		return r.length === 0 ? n : (o.note("not-accepted", r.map(({ event: e }) => e), [d]), await i.done(d, r), b(t));
	}
	async function x(e, t) {
		let n = [], r = [], a = !1, o = 0;
		for (let s of e) {
			let { records: e, result: c } = s, { outcome: l } = c, [u] = e.length === 1 ? e : [];
			l === "retry" ? (n.push(s), t !== "probe" && p.add(e, m.works())) : (p.remove(e), l === "delivered" ? (a = !0, f.take(e), r.push(i.done(d, e))) : u ? f.isAtFault(u, l === "failed") && r.push(S(e, l === "too-large" ? "too large" : c.reason)) : o = Math.max(o, e.length));
		}
		await Promise.all(r), a && u.succeeded();
		let s = n.length < e.length && f.end(a, o, u.failures);
		return {
			toRetry: n,
			isTaken: a,
			isPauseDue: s,
			isSettled: r.length === e.length
		};
	}
	function S(e, t) {
		for (let { event: t } of e) _.add(t.id);
		return o.refused(d, e, t), i.refuse(d, e, t);
	}
	return {
		batches: g,
		sendAll: y,
		dueInMs: p.dueInMs,
		latest: () => sc(v),
		atExit(t) {
			let n = t.filter(({ event: t }) => !g.isUnderWay(t.id) && Oc(t, e, o));
			return m.works() ? n.filter((e) => !p.isIsolated(e)) : n;
		},
		hasRefused: (e) => _.has(e),
		retryNow: p.retryNow
	};
}
function Fc(e, { compresses: t, sharesFlags: n, batchSize: r }, i) {
	let a = Math.min(Ic, i.keepaliveRoom() - Ic);
	return !t && qs(a, e, {
		sharesFlags: n,
		batchSize: r
	}).length === e.length;
}
var Ic, Lc = t((() => {
	Ce(), dc(), Dc(), tc(), gc(), kc(), Nc(), Tc(), Ic = 16384;
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/events/sending/delivery.ts
function Rc(e, t) {
	let { clock: n, lock: r, outbox: i, reports: a, tabs: o } = t, { name: s, type: c, sharesFlags: l } = e, u = new AbortController(), { signal: d } = u, f = Math.min(e.batchSize ?? zc, zc), p = fc({
		...t,
		collects: c === "acknowledging",
		signal: d
	}), { retry: m } = p, h = Pc(e, {
		...t,
		schedule: p,
		maxSize: f,
		signal: d,
		onWorking: S
	}), { batches: g } = h, _ = Promise.resolve(), v = !1, y, b = () => Promise.resolve(e.whenReady?.(d)).catch((e) => a.failed(s, e));
	async function x() {
		let t = Bc;
		await Ta(n, Vc, _), await o.whileAlone(r, d, async (e) => {
			let n = await h.sendAll(e);
			e.aborted || (t = n);
		});
		let s = t < 0 ? h.dueInMs() : t;
		return d.aborted || a.attempt(e, {
			failures: m.failures,
			dueInMs: s,
			...h.latest()
		}, i), t;
	}
	async function S() {
		v || (v = !0, await C({
			isWanted: (e) => !h.hasRefused(e),
			maxFailures: 16
		}));
	}
	function C(e) {
		return y ??= o.whileAlone(`${r}:refused`, d, (t) => vc(s, {
			outbox: i,
			batches: g,
			maxSize: f,
			until: t,
			...e
		})).finally(() => y = void 0), y;
	}
	async function w(e) {
		for (let t of await g.deliver(e, {
			signal: d,
			keepalive: !0
		})) t.result.outcome === "delivered" ? await i.done(s, t.records) : t.result.outcome === "retry" && m.failed(lc(t));
	}
	let T = i.onChanged((e) => {
		e.some((e) => "record" in e && e.record.todo.includes(s)) && p.wake();
	});
	return p.wake(), p.run(b, x), {
		retryNow() {
			p.retryNow(), h.retryNow();
		},
		handOver(t, n) {
			if (c === "in-page" || m.failures > 0 && !n) return;
			let r = qs(t, h.atExit(i.unsettled(s)), {
				sharesFlags: l,
				batchSize: e.batchSize
			}), o = i.unsettled(s).filter(({ event: e }) => i.isLost(e.id));
			o.length > 0 && a.note("not-stored", o.map(({ event: e }) => e), [s]), r.length > 0 && (_ = Promise.all([_, w(r)]));
		},
		retryRefused: () => C(),
		stop() {
			T(), g.stop(), u.abort();
		}
	};
}
var zc, Bc, Vc, Hc = t((() => {
	Ea(), dc(), tc(), gc(), bc(), Tc(), Lc(), zc = 50, Bc = 1e3, Vc = 5e3;
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/events/sending/exit.ts
function Uc({ page: e, transport: t, inMemory: n, outbox: r, deliveries: i, settle: a }) {
	let o = !1, s = !1, c = !1;
	function l() {
		let e = c;
		c = !0;
		for (let { record: e } of [...n.byId.values()]) {
			let { event: t, todo: i } = e;
			i.includes("pending") && r.isLost(t.id) && n.amend(a(Wc(t)));
		}
		c = e;
	}
	function u(e) {
		s && l(), r.flush();
		for (let n of i) n.handOver(t.keepaliveRoom() - Gc, e);
	}
	let d = [
		e.onMayExit((e) => {
			o = !0, s ||= e, u(!0);
		}),
		e.onReturn(() => {
			o = s = !1;
			for (let e of i) e.retryNow();
		}),
		n.onPut(() => {
			o && !c && (c = !0, u(!1), queueMicrotask(() => {
				c = !1, u(!1);
			}));
		})
	];
	return { stop: () => d.forEach((e) => e()) };
}
function Wc({ flagSet: e, flagsUser: t, ...n }) {
	let { identity: r = {} } = n, i = e && t && Y(t, r);
	return {
		...n,
		identity: r,
		flagsUser: r,
		...i && { flagSet: e }
	};
}
var Gc, Kc = t((() => {
	X(), q(), Gc = 8192;
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/events/sending/flush.ts
async function qc(e, t) {
	let { bus: n, clock: r, outbox: i, deliveries: a, diagnostics: o, identity: s, names: c } = e, l = new AbortController(), u = wa(l.signal), d = {}, f = {}, p = {}, m = [n.on("progress", ({ step: e, destination: t = "", reason: n }) => {
		e === "acknowledged" && (d[t] = (d[t] ?? 0) + 1), e === "dropped" && n === "refused" && (f[t] = (f[t] ?? 0) + 1), u.notify();
	}), n.on("attempt", ({ destination: e, outcome: t, reason: n = t ?? "" }) => {
		t !== "delivered" && (p[e] = String(n)), u.notify();
	})], h = () => nc(i, c).then(({ waiting: e }) => e), g = {
		pending: 0,
		unread: {}
	}, _ = () => g.pending === 0 && Object.values(g.unread).every((e) => e === 0);
	async function v() {
		await i.ready;
		for (let { retryNow: e } of a) e();
		for (; !l.signal.aborted;) {
			if (g = await h(), _()) return;
			await u.wait();
		}
	}
	await Ta(r, t, v()), l.abort();
	for (let e of m) e();
	g = await h();
	let y = Object.entries(g.unread).flatMap(([e, t]) => {
		let n = o.get().notReady.includes(e) ? Jc : p[e] || Yc;
		return t > 0 ? [[e, n]] : [];
	}), b = s.get().status === "resolving" ? Xc : Zc;
	return {
		isComplete: _(),
		acknowledged: d,
		refused: f,
		waiting: g,
		reasons: Object.fromEntries(g.pending > 0 ? [["pending", b], ...y] : y)
	};
}
var Jc, Yc, Xc, Zc, Qc = t((() => {
	Ea(), rc(), Jc = "its script is not ready", Yc = "it has not answered yet", Xc = "the user is not known yet", Zc = "the flags of the user are not there yet";
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/events/sending/startSending.ts
function $c(e, t) {
	let { outbox: n, answers: r } = t, i = e.map(({ name: e }) => e), a = e.map((e) => Rc(e, {
		...t,
		lock: `deliver:${t.ownCopies.store}:${e.name}`
	})), o = () => a.forEach((e) => e.retryNow()), s = r.watch(() => {
		r.get() && n.restore(), o();
	}), c = Ks({
		...t,
		names: i
	}), l = Uc({
		...t,
		page: {
			...t.page,
			onMayExit: t.onMayExit
		},
		deliveries: a
	});
	return {
		refused: _c(n, a),
		async count() {
			return {
				...await nc(n, i),
				isComplete: r.get()
			};
		},
		flush: (e) => qc({
			...t,
			deliveries: a,
			names: i
		}, e),
		retryNow: o,
		stop() {
			s();
			for (let e of [
				l,
				c,
				...a
			]) e.stop();
		}
	};
}
var el = t((() => {
	tc(), rc(), Hc(), Kc(), Qc(), bc();
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/events/settling/ages.ts
async function tl({ clock: e, flagsDeadlineMs: t = Infinity, signal: n }, i, a) {
	for (let o of [t, ot].sort((e, t) => e - t)) {
		if (o === Infinity) return;
		let t = Math.max(o - i, 0), s;
		do
			if (s = e.now(), await r(e, t, n), n.aborted) return;
		while (e.now() - s > t + rl);
		a(o), i += t;
	}
}
function nl({ inMemory: e, tell: t, recorder: n, questions: r, ...i }) {
	let a = new AbortController(), o = {
		...i,
		signal: a.signal
	}, s = [];
	for (let { record: t } of e.byId.values()) t.todo.includes("pending") && n.isOwn(t.event) && c(t.event);
	function c(e) {
		s.push(e) === 1 && queueMicrotask(l);
	}
	function l() {
		let e = r.all[0]?.askedAt ?? 0, t = /* @__PURE__ */ new Map();
		for (let { at: n, id: r } of s) {
			let i = Math.max(n, e);
			t.set(i, [...t.get(i) ?? [], r]);
		}
		s = [];
		for (let [e, n] of t) tl(o, Math.max(i.clock.now() - e, 0), (e) => n.forEach((t) => u(t, e)));
	}
	function u(r, i) {
		t(r, {
			type: "waited",
			ms: i
		});
		let a = e.byId.get(r);
		a && n.update(a);
	}
	return {
		add: c,
		stop: () => a.abort()
	};
}
var rl, il = t((() => {
	l(), q(), st(), rl = 12e4;
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/events/settling/evidence.ts
function al(e, t) {
	function n({ tokenDigest: n, at: r, question: i }, a) {
		let o = e.all.findIndex(({ id: e }) => e === i), s = a || r > t.now() ? -Infinity : r, c = e.all.slice(o + 1).filter((t) => n !== void 0 && e.isOf(t, n));
		return {
			ofToken: c,
			later: c.find(({ owner: e, askedAt: t }) => e && t >= s)?.owner
		};
	}
	return {
		ownerOf(e, t) {
			let { ofToken: r, later: i } = n(e, t.isOwn);
			return ol(e, {
				...t,
				later: e.told ?? i,
				isAsked: r.some(({ isOpen: e }) => e)
			});
		},
		answerAfter: (e) => n(e, !1).later
	};
}
function ol({ shown: e, tokenDigest: t }, n) {
	let { ageMs: r, isOwn: i, later: a, isAsked: o, hasEnded: s } = n, c = r >= ot, l = i || s;
	if (a && e && Y(a, e)) return l === !1 ? void 0 : a;
	if (l ?? c) return a ? e ? {} : a : t !== void 0 && (o || !c) ? void 0 : {};
}
var sl = t((() => {
	X(), st();
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/events/settling/processing.ts
function cl(e, { reports: t, names: n }) {
	let r = e.filter(({ process: e }) => e);
	function i(e, n) {
		let r = zo(e);
		try {
			let i = n.process?.(r);
			return i === r ? e : i === void 0 ? void 0 : ll(e, i, (e) => t.problem("track", Le(n.name, e)));
		} catch {
			return t.error("events", `the step "${n.name}" has failed: events go on as they were (T157)`), e;
		}
	}
	return (e) => {
		let a = e;
		for (let e of r) {
			let r = i(a, e);
			if (!r) {
				t.dropped([{
					event: a,
					todo: n
				}], {
					where: e.name,
					reason: "filtered"
				});
				return;
			}
			a = r;
		}
		return a;
	};
}
function ll(e, t, n) {
	let { name: r, url: i, properties: a } = t;
	if (!L(r) || typeof i != "string" || !z(a)) throw TypeError();
	let { properties: o, leftOut: s } = Pe(a, e.flagSet?.properties);
	return s.length > 0 && n(s), {
		...e,
		name: r,
		url: i,
		properties: o
	};
}
var ul = t((() => {
	U(), ze(), Ho();
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/events/store/pageLock.ts
function dl({ id: e, store: t, clock: n, page: i, tabs: a, onLock: o }) {
	let c = new AbortController(), l = !1;
	async function u(t) {
		o(pl(e, await a.running()) === !1), await s(t), o(!1);
	}
	async function d() {
		l || (l = !0, await a.whileAlone(fl(e, t), c.signal, u), l = !1, await r(n, hl, c.signal), c.signal.aborted || d());
	}
	d();
	let f = i.onReturn(() => void d());
	return { stop() {
		f(), c.abort();
	} };
}
var fl, pl, ml, hl, gl = t((() => {
	l(), fl = (e, t) => `page:${e}@${t}`, pl = (e, t) => t?.every((t) => !t.startsWith(fl(e, ""))), ml = async (e, t) => (await t.running())?.some((t) => t.replace(/^page:[^@]*@/, "") === e), hl = 3e4;
})), _l, vl = t((() => {
	_l = "LDFF: ";
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/events/settling/flagSet.ts
function yl({ properties: e, flags: t }, n) {
	let r = bl(e, n), i = new Map([...r].map(([e, t]) => [t, e])), a = dt(Sl(e, r), Object.fromEntries(Object.entries(t).map(([t, n]) => {
		let r = i.get(t);
		return [t, {
			...r === void 0 ? { value: e[t] } : { property: r },
			...n
		}];
	}))), o = Object.keys(t).filter((e) => t[e]?.reason === "OVERRIDE");
	return a && {
		...a,
		...o.length > 0 && { overridden: o }
	};
}
function bl(e, t) {
	let n = /* @__PURE__ */ new Map();
	for (let r of Object.keys(e).sort()) {
		let e = _l + xl(r), i = n.get(e);
		i === void 0 ? n.set(e, r) : t(`Flags "${i}" and "${r}" share the event property "${e}". Rename one. (T63)`);
	}
	return n;
}
function xl(e) {
	return e.replace(/(\p{Ll}|\d)(\p{Lu})/gu, "$1_$2").replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1_$2").replace(/[^\p{L}\p{N}]+/gu, "_").replace(/^_+|_+$/g, "").toLowerCase();
}
var Sl, Cl = t((() => {
	vl(), mt(), Sl = (e, t) => Object.fromEntries([...t].map(([t, n]) => [t, e[n]]));
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/events/settling/settle.ts
function wl(e, { reports: t, bus: n, steps: r, deciding: i, process: a }) {
	let o = E((e) => _r(e)), s = E((e) => "isKeyed" in e ? yl(e, (e) => t.problem("flags", e)) : e);
	return (c) => {
		let { [Fe]: l, flagSet: u, ...d } = c, f = u && s(u), p = l === void 0 && f === u ? c : {
			...d,
			...l !== void 0 && { url: o(l) },
			...f && { flagSet: f }
		};
		if (!Tl(p)) return {
			event: p,
			todo: [ke]
		};
		let m = p;
		for (let e of r) m && e["~complete"] && (m = e["~complete"](m, i));
		if (!m) return {
			event: p,
			todo: [ke]
		};
		let h = El(m), g = a(h);
		for (let e of r) e["~processed"]?.(h, !g);
		if (!g) return {
			event: {
				...h,
				properties: {}
			},
			todo: []
		};
		let _ = e.filter((e) => Oc(g, e, t)), v = p.destinations?.filter((t) => !e.some((e) => e.name === t)) ?? [], y = [..._.map(({ name: e }) => e), ...v];
		t.progress("completed", g, { destinations: Object.freeze([...y]) }), n.isHeard("event") && n.publish("event", zo(g));
		let b = e.filter((e) => !_.includes(e));
		return b.length > 0 && t.note("not-accepted", [g], b.map(({ name: e }) => e)), {
			event: g,
			todo: y
		};
	};
}
var Tl, El, Dl = t((() => {
	k(), Ar(), X(), q(), kc(), ze(), Cl(), Ho(), Tl = (e) => e.identity !== void 0 && e.flagsUser !== void 0 && Y(e.identity, e.flagsUser), El = ({ question: e, tokenDigest: t, shown: n, destinations: r, hasLock: i, told: a, exposing: o, sessionOf: s, flagsUser: c, ...l }) => l;
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/events/settling/recovery.ts
function Ol({ clock: e, attributor: t, answerAfter: n, askedAt: i, flagsDeadlineMs: a, tabs: o, readPending: s, ...c }) {
	let l = new AbortController(), { signal: u } = l, d = [], f = 0, p = 0, m = (e) => ({ ageMs: Math.max(f - e.at, p) }), h = t.onChange(v);
	_();
	function g({ identity: t, at: n }) {
		return t !== void 0 || n <= i || n > e.now();
	}
	async function _() {
		if (d = (await s()).filter((e) => !t.isOwn(e) && g(e)), f = e.now(), v(), d.length !== 0) for (await tl({
			clock: e,
			flagsDeadlineMs: a,
			signal: u
		}, 0, (e) => {
			p = e, v();
		}); d.length > 0 && !u.aborted;) await r(e, kl, u), v();
	}
	function v() {
		!u.aborted && d.some((e) => Tl(e) || y(e) !== e || t.learn(e, {
			...m(e),
			hasEnded: !0
		}) !== e) && b();
	}
	function y(e) {
		let t = e.identity || e.told ? void 0 : n(e);
		return t ? {
			...e,
			told: t
		} : e;
	}
	async function b() {
		let e = new Map((await s()).map((e) => [e.id, e])), n = new Set([...e.values()].flatMap((e) => e.hasLock ? Al(e) : [])), r = await o.running();
		if (u.aborted) return;
		function i(e) {
			let t = pl(e, r);
			return t && !n.has(e) ? void 0 : t;
		}
		d = d.flatMap(({ id: n }) => {
			let r = e.get(n);
			if (!r) return [];
			let a = i(Al(r)), o = y(r), s = a === !1 ? o : t.learn(o, {
				...m(r),
				hasEnded: a
			});
			if (s === r && (a === !1 || !Tl(r))) return [r];
			let l = c.settle(s);
			return c.amend(l), l.todo.includes("pending") ? [s] : [];
		});
	}
	return { stop() {
		h(), l.abort();
	} };
}
var kl, Al, jl = t((() => {
	l(), q(), il(), gl(), Dl(), kl = 6e4, Al = ({ question: e = "" }) => e.replace(/\/.*/, "");
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/events/settling/startSettling.ts
function Ml(e, t) {
	let { clock: n, questions: r, recorder: i, outbox: a } = t, o = e.map(({ name: e }) => e), s = x(), c = wl(e, {
		...t,
		deciding: {
			decide: t.decide,
			again: s.notify
		},
		process: cl(t.steps, {
			...t,
			names: o
		})
	}), { ownerOf: l, answerAfter: u } = al(r, n), d = () => i.settleBy(c, l);
	s.add(d), d();
	let f = nl(t);
	return {
		settle: c,
		watch: f.add,
		stop: f.stop,
		recover: (e) => Ol({
			...t,
			settle: c,
			answerAfter: u,
			attributor: i,
			askedAt: r.all[0]?.askedAt ?? n.now(),
			amend(e) {
				a.contest(e), t.inMemory.amend(e);
			},
			async readPending() {
				return await a.ready, e && await e, (await a.read(ke)).map(({ event: e }) => e);
			}
		})
	};
}
var Nl = t((() => {
	w(), q(), il(), sl(), ul(), jl(), Dl();
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/events/store/storedRecord.ts
function Pl(e, t) {
	let n = 0;
	function r(e, r) {
		let i = e - n;
		i > 0 && t(i), n = r ? Math.max(0, -i) : Math.max(n, e);
	}
	return async (t, n) => {
		let i = (e) => Ll(e, t) && e.todo.length > 0, a = !1, o = 0;
		for (;;) {
			let s = n + o, c = await (t === void 0 ? e.all() : e.read(t, s)), l = c.filter((e) => !Hl(e)), u = l.filter(i), d = l.length - u.length;
			if (o = c.length - u.length, d === 0 || a) {
				if (d > 0 && r(d, !1), o === 0 || c.length < s || u.length >= n) return u.slice(0, n);
				continue;
			}
			a = !0;
			let f = await e.discard(t, (e) => !Hl(e) && !i(e));
			f > 0 && r(f, !0), o -= d;
		}
	};
}
var Fl, Il, Ll, Rl, zl, Bl, Vl, Hl, Ul, Wl, Gl = t((() => {
	U(), q(), Fl = (e) => Il(e) && e.identity !== void 0, Il = (e) => z(e) && [
		"id",
		"name",
		"url",
		"epoch"
	].every((t) => typeof e[t] == "string") && e.id !== "" && Number.isFinite(e.at) && z(e.properties) && ["question", "tokenDigest"].every((t) => Vl(e[t])) && [
		"shown",
		"told",
		"flagsUser",
		"identity"
	].every((t) => e[t] === void 0 || zl(e[t])) && (e.flagSet === void 0 || Rl(e.flagSet)) && (e.moment === void 0 || z(e.moment)) && (e.destinations === void 0 || Bl(e.destinations)), Ll = (e, t) => z(e) && Bl(e.todo) && (e.reasons === void 0 || z(e.reasons)) && (t === "pending" || t === void 0 && e.todo.includes("pending") ? Il : Fl)(e.event), Rl = (e) => z(e) && typeof e.id == "string" && z(e.properties) && z(e.flags), zl = (e) => z(e) && Vl(e.id) && Vl(e.impersonator), Bl = (e) => Array.isArray(e) && e.every((e) => typeof e == "string"), Vl = (e) => e === void 0 || typeof e == "string", Hl = ({ form: e }) => e !== void 0 && !(Number(e) <= 1), Ul = (e) => "record" in e ? {
		...e,
		record: {
			...e.record,
			form: 1
		}
	} : e, Wl = (e) => [...e].sort((e, t) => e.event.id < t.event.id ? -1 : 1);
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/events/store/localCopies.ts
function Kl(e, { clock: t, storage: n, onUnreadable: r, hasEnded: i }) {
	let { page: a, prefix: o, setPrefix: s, own: c, sets: l, keyOf: u } = e, d = `recovered:${e.store}`, f = (e, t) => u(t, "done", e);
	function p(t) {
		e.remove(t), m();
	}
	function m(e = !1) {
		let t = "";
		for (let [n, r] of l) r > 9999 && !e && (t = n);
		for (let [e, r] of l) r > 0 && (c.size > 0 || e === t) || (l.delete(e), n.remove(e));
	}
	function h(e, t) {
		let [r = "", i, ...a] = e.slice(o.length).split(":");
		if (i === "done") return { change: {
			type: i,
			task: a.join(":"),
			ids: [r]
		} };
		if (i !== "add" && i !== "amend" || a.length > 0) return;
		let { event: c, by: l, form: u, ...d } = ie(n.get(e));
		if (Hl({ form: u })) return;
		let { flagSet: f, moment: p, ...m } = z(c) ? c : {}, h = [l, m.page].find(ql), g = [f, p].map((e) => ql(e) ? `${s}${h}:${e}` : ""), [_, v] = g.map(t), y = {
			...d,
			event: {
				...m,
				id: r,
				...Rl(_) && { flagSet: _ },
				...v && { moment: v }
			}
		};
		return !Ll(y) || (m.id ?? r) !== r ? null : {
			change: {
				type: i,
				record: y
			},
			setKeys: g
		};
	}
	function g(e) {
		let t = [], i = /* @__PURE__ */ new Map();
		function a(e) {
			let t = e === "" || i.has(e) ? void 0 : n.get(e);
			return t !== void 0 && i.set(e, ie(t)), i.get(e);
		}
		let o = e.flatMap((e) => {
			let n = h(e, a);
			return n && c.add(e), n === null && t.push(e), n ?? [];
		});
		return t.forEach(n.remove), t.length > 0 && r(t.length), o;
	}
	async function _(e, t) {
		(i && await i(t)) !== !1 && n.remove(e);
	}
	function v(e) {
		let t = u(e, "add");
		return c.has(t) && n.get(t) === void 0 && n.get(d) !== void 0;
	}
	return {
		put: (t) => t.type === "add" && v(t.record.event.id) || e.put(t),
		forgetEvent(e) {
			for (let t of [...c]) t.startsWith(`${o}${e}:`) && p(t);
		},
		tidy: () => m(!0),
		confirm(e) {
			for (let t of e) for (let e of ["add", "amend"]) p(u(t, e));
		},
		isRecovered: v,
		hasAddition: (e) => c.has(u(e, "add")),
		mark(e, t, r) {
			for (let i of t) {
				let t = f(e, i);
				r ? n.set(t, "1") && c.add(t) : p(t);
			}
		},
		isDone: (e, t) => n.get(f(e, t)) !== void 0,
		async recover() {
			let e = n.keys(o).filter((e) => !c.has(e));
			e.sort();
			let r = g(e.slice(0, Jl));
			for (let n = Jl; n < e.length; n += Jl) await new Promise((e) => void t.after(0, e)), r.push(...g(e.slice(n, n + Jl)));
			r.length > 0 && n.set(d, "1");
			let i = r.flatMap(({ setKeys: e = [] }) => e);
			for (let e of n.keys(s)) {
				let [t = "", n, ...r] = e.slice(s.length).split(":");
				n !== void 0 && r.length === 0 && t !== a && !i.includes(e) && _(e, t);
			}
			return r.map(({ change: e }) => e);
		}
	};
}
var ql, Jl, Yl = t((() => {
	U(), Ye(), Gl(), ql = (e) => typeof e == "string", Jl = 500;
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/events/store/adoption.ts
function Xl({ clock: e, page: t, storage: n, tabs: i, space: a, ownCopies: o, ...s }) {
	let c = new AbortController(), { signal: l } = c, u = `used:${a}#`, d = `used:${o.store}`, f = `unwritten:${a}#`, p = $l(o.store), m = 0;
	function h() {
		m = e.now(), n.set(d, String(m));
	}
	let g = () => void (Math.abs(e.now() - m) > Ql && h()), _ = (e) => p.includes(e), v = x(), y = [
		t.onReturn(h),
		t.onMayExit(h),
		s.onPut(g)
	];
	b();
	async function b() {
		for (await v; !l.aborted;) await r(e, Ql, l), l.aborted || await x();
	}
	async function x() {
		h();
		for (let e of n.keys(f)) w(`${a}#${e.slice(f.length).split(":")[0]}`);
		for (let e of n.keys(u)) {
			let t = e.slice(5);
			t !== o.store && await S(t, e) && !l.aborted && await i.whileAlone(e, l, () => T(t, e));
		}
	}
	async function S(e, t) {
		let n = await ml(e, i);
		return !n && (n === !1 && $l(e).every(_) || !C(t));
	}
	function C(t) {
		let r = e.now() - Number(n.get(t));
		return r >= 0 && r < Zl;
	}
	function w(t) {
		let r = `used:${t}`;
		n.get(r) === void 0 && n.set(r, String(e.now()));
	}
	async function T(t, r) {
		let i = s.openEventStore(t), a = (await i.all()).filter((e) => Ll(e));
		if (!await S(t, r)) return;
		let c = Je({
			storage: n,
			store: t,
			page: o.page
		}), u = await Kl(c, {
			clock: e,
			storage: n,
			onUnreadable: s.onUnreadable
		}).recover(), d = a.map((e) => ({
			type: "add",
			record: e
		}));
		!l.aborted && (await s.store.change([...d, ...u])).isStored && (await i.change([{
			type: "remove",
			ids: a.map(({ event: e }) => e.id)
		}]), c.own.forEach(c.remove), d.length + u.length > 0 ? s.onAdopted() : n.remove(r));
	}
	return {
		first: v,
		stop() {
			y.forEach((e) => e()), c.abort();
		}
	};
}
var Zl, Ql, $l, eu = t((() => {
	l(), Ye(), gl(), Gl(), Yl(), Zl = 864e5, Ql = 36e5, $l = (e) => e.replace(/.*#/, "").split(".");
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/events/store/state.ts
function tu(e, t) {
	let { record: n, place: r, isPut: i, isContested: a = !1 } = e, o = t.type === "stored" && e.version === t.record;
	switch (t.type) {
		case "written": return {
			...e,
			draft: t.draft
		};
		case "stored": return {
			...e,
			draft: void 0,
			place: o || r === "stored" ? "stored" : "outdated",
			isContested: a && (!o || Ue(n))
		};
		case "refused": return r === "stored" || r === "outdated" ? e : {
			...e,
			place: t.isCopied ? "copied" : "memory"
		};
		case "tasks": {
			let r = Da(n, t.change) ?? {
				...n,
				todo: []
			};
			return {
				...e,
				record: r,
				isContested: a && r.todo.length > 0
			};
		}
		case "waited": return {
			...e,
			waitedMs: t.ms
		};
		case "contested": return n.todo.length > 0 ? {
			...e,
			isContested: !0
		} : e;
		case "foreign": return;
		case "recorded": return n.todo.length === 0 || r === "stored" && !i ? void 0 : e;
		case "restored": return {
			...e,
			version: n
		};
		case "crowded": return r === "stored" && !(i && Ue(n)) ? void 0 : e;
	}
}
var nu, ru, iu = t((() => {
	Pa(), Ge(), nu = (e, t) => ({
		record: e,
		version: e,
		isPut: !1,
		place: t
	}), ru = (e) => (t, n) => {
		let r = e.get(t), i = r && tu(r, n);
		i !== r && (i ? e.set(t, i) : e.delete(t));
	};
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/events/store/refusedChanges.ts
function au({ byId: e, tell: t, localCopies: n }) {
	let r = !1, i = 0, a = (t) => e.get(t)?.record.todo.length === 0;
	function o(e) {
		if ("record" in e) return a(e.record.event.id) || n.put(e);
		for (let t of e.ids) a(t) && n.hasAddition(t) && !n.isRecovered(t) ? n.forgetEvent(t) : e.type === "done" && n.mark(e.task, [t], !0);
		return !0;
	}
	return {
		hasAny: () => r,
		lost: () => i,
		keep(n) {
			return r = !0, n.filter((n) => {
				let r = o(n);
				if (n.type !== "add") return !r;
				let { id: a } = n.record.event;
				return !r && e.get(a)?.place === "unwritten" && (i += 1), t(a, {
					type: "refused",
					isCopied: r
				}), !r;
			});
		},
		isLost(t) {
			let i = e.get(t)?.place;
			return (i === "memory" || r && i === "unwritten") && !n.hasAddition(t);
		},
		again: () => [...e].flatMap(([e, { place: r, record: i, draft: a }]) => r === "stored" || n.isRecovered(e) ? [] : i.todo.length === 0 ? [{
			type: "remove",
			ids: [e]
		}] : (t(e, { type: "restored" }), r === "outdated" ? [{
			type: "amend",
			record: i
		}] : a ? [a, {
			type: "amend",
			record: i
		}] : [{
			type: "add",
			record: i
		}]))
	};
}
var ou = t((() => {}));
// ../../tmp/version-zZiWuI/packages/telltale/src/events/store/storeWriter.ts
function su({ inMemory: e, tell: t, store: n, localCopies: r, reports: i }) {
	let { byId: a, unwritten: o } = e, s = x(), c = () => [...o].flatMap(([e, t]) => t ? [] : e), l = au({
		byId: a,
		tell: t,
		localCopies: r
	}), [u, d] = [!1, !1], f, p = (e) => e.type === "add" && !r.hasAddition(e.record.event.id);
	g();
	let m = _(), h = m;
	e.onPut(v);
	function g() {
		for (let e of o.keys()) e.type === "add" && r.isRecovered(e.record.event.id) && (o.delete(e), C(e), Ue(e.record) || t(e.record.event.id, { type: "foreign" }));
	}
	async function _() {
		(await n.change([])).isStored || l.keep([]), u = !0, g();
		let e = await r.recover();
		for (let n of e) if ("record" in n) a.set(n.record.event.id, nu(n.record, "copied"));
		else for (let e of n.ids) t(e, {
			type: "tasks",
			change: n
		});
		let i = [...e, ...c()];
		i.length > 0 && await b(i);
	}
	function v() {
		return f ??= h.then(y);
	}
	function y() {
		f = void 0;
		let e = c();
		return e.length > 0 ? h = b(e) : h;
	}
	async function b(e) {
		for (let n of e) {
			if (o.set(n, !0), n.type !== "add" || !Ue(n.record)) continue;
			let { id: e } = n.record.event;
			t(e, {
				type: "written",
				draft: n
			}), (!d || r.isRecovered(e)) && t(e, { type: "contested" });
		}
		let c = S(e), { isStored: u, ignored: f } = await n.change(c.map(Ul), c.some(p));
		for (let e of c) o.delete(e);
		u && c.forEach(C), r.confirm(f);
		for (let e of f) t(e, { type: "foreign" });
		let m = u ? [] : l.keep(c);
		if (a.size > cu) for (let e of a.keys()) a.size > cu && t(e, { type: "crowded" });
		let h = e.filter((e) => "record" in e && !m.includes(e) && !f.includes(e.record.event.id));
		for (let { record: e } of h) Ue(e) || i.progress("stored", e.event);
		let g = l.lost();
		(m.length > 0 || g > 0 && h.length > 0) && i.storage(m.length === 0, g), (u || g === 0) && i.database(u), s.notify(c);
	}
	function S(e) {
		let t = new Set(e);
		return e.flatMap((e) => {
			let n = e.type === "amend" ? e.record.event.id : void 0, i = n !== void 0 && a.get(n)?.draft;
			return i && !t.has(i) && !r.isRecovered(n) ? [i, e] : [e];
		});
	}
	function C(e) {
		if (!("record" in e)) {
			e.type === "done" && r.mark(e.task, e.ids, !1);
			for (let n of e.ids) t(n, { type: "recorded" });
			return;
		}
		let { record: n } = e, { id: i } = n.event;
		t(i, {
			type: "stored",
			record: n
		}), (a.get(i)?.version ?? n) === n && r.confirm([i]);
	}
	return {
		ready: m,
		hasFailed: l.hasAny,
		isLost: l.isLost,
		finish(e) {
			return o.set(e, !1), v();
		},
		flush() {
			for (let e of o.keys()) "record" in e && r.put(e);
			r.tidy(), u && y();
		},
		restore: () => void b(l.again()),
		onLock(e) {
			if (d = e, !e) {
				for (let [e, { record: n, place: r }] of a) (Ue(n) || r === "outdated") && t(e, { type: "contested" });
				for (let e of o.keys()) e.type === "amend" && t(e.record.event.id, { type: "contested" });
			}
		},
		onChanged: s.add
	};
}
var cu, lu = t((() => {
	w(), Ge(), ou(), iu(), Gl(), cu = 200;
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/events/store/outbox.ts
function uu(e) {
	let { store: t, localCopies: n, reports: r, tell: i } = e, { byId: a } = e.inMemory, o = Pl(t, r.unreadable), { hasFailed: s, finish: c, ...l } = su(e);
	function u(e) {
		for (let t of e) a.has(t.event.id) || a.set(t.event.id, nu(t, "stored"));
	}
	function d(e, t = []) {
		u(t);
		for (let t of e.ids) i(t, {
			type: "tasks",
			change: e
		});
	}
	function f(e, t) {
		let n = a.get(e);
		return !n || n.record.todo.includes(t) ? !1 : t === "pending" || n.version.todo.includes(t);
	}
	async function p(e, t = Infinity) {
		let n = (await o(e, s() ? t + a.size : t)).map((e) => Ue(e) && a.get(e.event.id)?.record || e).filter(({ event: t, todo: n }) => (e === void 0 ? n : [e]).some((e) => !f(t.id, e)));
		if (!s()) return n;
		let r = [...a.values()].flatMap(({ record: t, place: n }) => n !== "stored" && (e === void 0 ? t.todo.length > 0 : t.todo.includes(e)) ? [t] : []);
		return Wl(new Map([...n, ...r].map((e) => [e.event.id, e])).values()).slice(0, t);
	}
	function m(e, t = !1) {
		let r = [...a].filter(([r, { record: i, place: a, isPut: o, isContested: s }]) => !o || !i.todo.includes(e) ? !1 : a === "stored" || t ? a === "stored" : !(s || n.isRecovered(r)) || l.isLost(r));
		return Wl(r.map(([, { record: e }]) => e));
	}
	function h(e, t) {
		return d(e, t), c(e);
	}
	let g = {
		...l,
		read: p,
		all: () => p(),
		async next(e, t) {
			let r = m(e, !0), a = await p(e, t), o = a.length < t, c = du(a);
			s() || n.confirm(c);
			let l = o ? du(r).filter((e) => !c.includes(e)) : [];
			d({
				type: "done",
				task: e,
				ids: l
			});
			for (let e of l) i(e, { type: "recorded" });
			let u = a.filter(({ event: t }) => n.isDone(e, t.id));
			return u.length === 0 ? {
				records: a,
				isAtEnd: o
			} : (await g.done(e, u), g.next(e, t));
		},
		mark: (e, t, r) => n.mark(e, du(t), r),
		done: (e, t) => h({
			type: "done",
			task: e,
			ids: du(t)
		}, t),
		refuse: (e, t, n) => h({
			type: "refuse",
			task: e,
			ids: du(t),
			reason: n
		}, t),
		remove(e) {
			for (let t of du(e)) n.forgetEvent(t);
			return h({
				type: "remove",
				ids: du(e)
			}, e);
		},
		contest(e) {
			u([e]), i(e.event.id, { type: "contested" });
		},
		unsettled: m
	};
	return g;
}
var du, fu = t((() => {
	q(), Ge(), iu(), Gl(), lu(), du = (e) => e.map(({ event: e }) => e.id);
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/events/store/openOutbox.ts
function pu(e) {
	let { inMemory: t, ownCopies: n, questions: r, recorder: i } = e, a = e.reports.unreadable, o = Kl(n, {
		...e,
		onUnreadable: a
	}), s = e.openEventStore(n.store), c = ru(t.byId), l = uu({
		...e,
		tell: c,
		store: s,
		localCopies: o
	});
	return {
		outbox: l,
		tell: c,
		answers: s.answers,
		share(o) {
			let c = dl({
				...e,
				id: r.page,
				store: n.store,
				onLock(e) {
					i.onLock(e), l.onLock(e);
				}
			});
			if (!o) return c;
			let { space: u } = e.app, { onPut: d } = t, { first: f, stop: p } = Xl({
				...e,
				space: u,
				store: s,
				onPut: d,
				onUnreadable: a,
				onAdopted: o
			});
			return {
				first: f,
				stop() {
					p(), c.stop();
				}
			};
		}
	};
}
var mu = t((() => {
	eu(), Yl(), fu(), gl(), iu();
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/events/startDeliveries.ts
function hu({ parts: e, started: t, ...n }, r, { startHttpDestination: i, ...a }) {
	let o = {
		...r,
		...r.platform,
		...n,
		...a,
		hasEnded: async (e) => pl(e, await r.platform.tabs.running())
	}, s = Ws(e, o), { reports: c, report: l } = s, u = e.map(({ name: e, http: n = {} }) => {
		let a = t.get(e);
		return a ? gu(a) : i(n, r, l);
	}), d = {
		...o,
		reports: c,
		...pu({
			...o,
			reports: c
		})
	}, f = Ml(u, d), { settle: p, watch: m } = f, h = $c(u, {
		...d,
		settle: p
	}), g = d.share(e.length > 0 && h.retryNow), _ = f.recover(g.first);
	return {
		...h,
		watch: m,
		stop() {
			for (let e of [
				s,
				f,
				_,
				g,
				h
			]) e.stop();
		}
	};
}
var gu, _u = t((() => {
	Ho(), Gs(), el(), Nl(), mu(), gl(), gu = (e) => ({
		...e,
		accepts: (t) => e.accepts?.(Bo(t)) ?? !0,
		deliver: (t, n) => e.deliver(t.map(Bo), n)
	});
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/identity/askAgain.ts
function vu({ platform: { clock: e, random: t, page: n }, repetition: i, bus: a }) {
	let { asked: o, failed: s } = i, c;
	s.watch(u), u(), o.watch(() => void l()), l();
	async function l() {
		let t = o.get();
		if (!t) return;
		let { signal: n } = t.controller;
		if (await r(e, Su, n), n.aborted || s.get()?.signal === n) return;
		let i = {
			where: "identity",
			isError: !0,
			until: n
		};
		t.tokenDigest === void 0 ? a.publish("problem", {
			...i,
			message: Cu
		}) : a.publish("problem", {
			...i,
			message: wu,
			isRecurring: !0
		});
	}
	function u() {
		let e = s.get();
		e && e.signal !== c && d(e);
	}
	async function d({ signal: r, retryAfterMs: a }) {
		c = r;
		let o = xe({
			clock: e,
			random: t,
			backoff: yu,
			signal: r
		}), l = n.onReturn(o.retryNow), u = () => r.aborted || s.get()?.signal !== r, d = 0, f = !1;
		for (let t = a; !u(); t = s.get()?.retryAfterMs) {
			let r = o.failed(t), a = n.isOnline(), s = e.now();
			if (await o.wait(r), u()) break;
			a && (d += Math.min(Math.max(e.now() - s, 0), r)), await i.repeat(), u() || f || (f = d >= xu, d >= bu && i.giveUp(f));
		}
		l();
	}
}
var yu, bu, xu, Su, Cu, wu, Tu = t((() => {
	l(), Ce(), yu = {
		firstMs: 1e3,
		maxMs: 3e4
	}, bu = 5e3, xu = 6e4, Su = 1e4, Cu = "The user is not known yet: auth.token or identity.person returns undefined or a pending promise, or telltale.identify was not called. (T56)", wu = "events have waited for who-am-i for 10 s (T141)";
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/core/checkOptions.ts
function Eu({ what: e, table: t, required: n }, r) {
	let [i, a, o = ""] = he(t, r, n) ?? [];
	if (i !== void 0) throw Error(typeof i == "string" ? `Telltale cannot start. Set ${a}${o} of ${e}() to ${i}. (T167)` : i(o, e));
}
var Du, Ou, ku, Au = t((() => {
	R(), K(), Du = [(e) => typeof e == "boolean", "true or false"], Ou = [L, "a text"], ku = [() => !0, ""];
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/adapters/httpDestination.ts
function ju(e, t) {
	let [n, , r = ""] = he(Mu, { ...t }, ["url"]) ?? [];
	if (n) throw Error(n(r, e));
	return {
		name: t.name,
		http: t
	};
}
var Mu, Nu = t((() => {
	K(), Mu = {
		url: [ye, (e, t) => `Telltale cannot start. Set url${e} of ${t}({ url }) to where batches are posted. (T28)`],
		batchSize: [(e) => Number.isInteger(e) && e > 0, (e, t) => `Telltale cannot start. Set batchSize of ${t}({ url }) to a whole number from 1 to 50. (T29)`]
	};
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/adapters/httpOptions.ts
function Pu({ format: e, ...t }) {
	return e ? {
		what: "httpDestination",
		table: Fu,
		options: t
	} : {
		what: "collector",
		table: Iu,
		options: t
	};
}
var Fu, Iu, Lu = t((() => {
	Au(), Mo(), Nu(), Fu = {
		...Mu,
		name: Ou,
		headers: ku,
		gzip: Du,
		impersonation: ko
	}, Iu = {
		...Fu,
		flagSets: Du
	};
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/core/lib/closest.ts
function Ru(e, t) {
	for (let n = 0; n <= Bu; n++) {
		let r = t.find((t) => t.length >= 3 * n && zu(n, e.toLowerCase(), t.toLowerCase()));
		if (r !== void 0) return r;
	}
}
function zu(e, t, n) {
	if (t === n) return !0;
	let [r, i] = [t.slice(1), n.slice(1)];
	if (t[0] === n[0]) return zu(e, r, i);
	let a = t[0] === i[0] && r[0] === n[0];
	return e > 0 && (zu(e - 1, r, n) || zu(e - 1, t, i) || zu(e - 1, r, i) || a && zu(e - 1, r.slice(1), i.slice(1)));
}
var Bu, Vu = t((() => {
	Bu = 2;
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/layer/reportSettings.ts
function Hu(e, t) {
	let n = hn(e), r = (e, n = !1) => t.publish("problem", {
		where: "settings",
		message: e,
		isError: n
	}), i = Uu(n), a = [{
		what: "createTelltale",
		table: Ku,
		options: n
	}, ...i];
	for (let { what: e, table: t, options: n } of a) for (let [i, a] of Object.entries(t)) {
		let [t] = he({ [i]: a }, { ...n }) ?? [];
		typeof t == "string" && r(`Set ${i} of ${e}() to ${t}: its value is not used. (T169)`, !0);
	}
	let o = [...qu(e), ...i.flatMap(({ what: e, table: t, options: n }) => Gu(t, n).map((t) => `${e}: ${t}`))];
	o.length > 0 && r(`Unknown settings are ignored: ${o.join(", ")}. (T42)`);
}
function Uu(e) {
	let { flags: t, analytics: n, monitoring: r, messaging: i, destinations: a, observers: o, events: s } = e;
	return [
		t,
		n,
		r,
		i,
		...[
			a,
			o,
			s?.steps
		].flatMap((e) => e ?? [])
	].filter(W).flatMap((e) => v(() => Wu(e)) ?? []);
}
function Wu(e) {
	if ("deliver" in e) return;
	let { passed: t, http: n } = e;
	return n ? Pu(n) : z(t?.table) && z(t.options) ? t : void 0;
}
function Gu(e, t) {
	let n = Object.keys(e), r = [...n, ...n.map((e) => e.split(".")[0] ?? e)].filter((e) => !(e in t));
	return Object.entries(_e(t)).flatMap(([e, t]) => n.includes(e) ? [] : n.some((t) => t.startsWith(`${e}.`)) ? (z(t) ? Object.keys(t).map((t) => `${e}.${t}`) : []).filter((e) => !n.includes(e)) : [e]).map((e) => {
		let t = Ru(e, r);
		return t ? `${e} (${t}?)` : e;
	});
}
var Ku, qu, Ju = t((() => {
	Lu(), y(), Vu(), U(), Au(), K(), Tn(), Ku = {
		...Cn,
		promotion: ku,
		"app.platform": Ou,
		"app.multiPage": Du,
		"app.internal": Du,
		definitions: [z, "an object with flags and events"],
		silent: Du
	}, qu = (e) => Gu(Ku, e);
})), Yu, Xu, Zu = t((() => {
	vs(), bs(), _u(), Tu(), Ju(), Yu = (e) => e.identity ?? {}, Xu = (e, { hostOf: t, openEventStore: n, decide: r, ...i }) => (a, o) => {
		Hu(e, o.bus), vu(o), ys(o);
		let { traits: s, visitor: c } = Yu(e), l = s && i.readTraits?.(s.traitsOf, o), u = t(o), d = hu(a, u, {
			openEventStore: n,
			decide: r,
			startHttpDestination: (e, t, n) => $o(e, t, {
				report: n,
				traitsOf: l
			})
		}), f = c && i.joinVisitor?.(u, {
			...a,
			decide: r
		});
		return {
			...d,
			stop() {
				f?.(), d.stop();
			}
		};
	};
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/identity/visitors.ts
function Qu({ storage: e, random: t }, n) {
	let r = $u + n, i = (e) => `${ed}${n} ${e}`;
	return (a, o, s) => {
		let c = nd(e, r), { tokenDigest: l } = a, u = e.get(td + n), d = o.status === "unknown";
		if (c && l && !o.tokenDigest && (d || u !== l) && (e.set(i(l), c), e.remove(r)), l && u !== l && e.set(td + n, l), !("reason" in a) || a.reason !== "signed-out") return a;
		d || e.remove(td + n);
		let f = c && !o.tokenDigest && (d || !u), p = s && o.tokenDigest ? i(o.tokenDigest) : "", m = f ? c : p && nd(e, p) || t.uuid();
		if (p && e.remove(p), !f && !e.set(r, m)) return a;
		let h = "visitor" in o && o.visitor !== m;
		return {
			...a,
			visitor: m,
			...h && { epoch: t.uuid() }
		};
	};
}
var $u, ed, td, nd, rd = t((() => {
	$u = "visitor:", ed = "visitor-signs-in:", td = "visitor-signed-in:", nd = (e, t) => /^[\da-f-]{36}$/.exec(e.get(t) ?? "")?.[0];
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/identity/joinVisitor.ts
function id({ app: { space: e }, identity: t, questions: n, platform: { page: r, storage: i, tabs: a }, repetition: o }, { decide: s, record: c }) {
	let l = !1, u = `${ed}${e} `;
	async function d() {
		let e = t.get();
		if (e.status !== "known" || !e.tokenDigest || !n.now().owner) return;
		let r = u + e.tokenDigest, a = nd(i, r), o = a && await s("visitor:" + a, n.page);
		if (l || !o || t.get() !== e || !n.now().owner || nd(i, r) !== a) return;
		i.remove(r), o === n.page && e.impersonator === void 0 && c(ad, { visitor: a }, "sign-in");
		let d = i.keys(u);
		d.length > od && d.forEach(i.remove);
	}
	function f() {
		let n = t.get();
		n.status === "unknown" && n.visitor && (["visitor:" + e, ...i.keys(u)].map((e) => nd(i, e)).includes(n.visitor) || o.repeat());
	}
	let p = [
		t.watch(() => void d()),
		n.watch(() => void d()),
		r.onReturn(f),
		a.onStored("visitor", f),
		() => void (l = !0)
	];
	return d(), f(), () => p.forEach((e) => e());
}
var ad, od, sd = t((() => {
	rd(), ad = "Visitor signed in", od = 10;
}));
// ../../tmp/version-zZiWuI/packages/telltale/src/identity/readTraits.ts
function cd(e, { identity: t, bus: n }) {
	let r = E((t) => {
		if (t.status === "known" && t.impersonator === void 0) try {
			let n = e(t.person);
			if (n == null) return;
			if (Object.prototype.toString.call(n) !== "[object Object]") throw n;
			let r = me(n, kt);
			if (!z(r)) throw r;
			let i = Object.keys(r).length === 0;
			if (i && Object.getPrototypeOf(Object.getPrototypeOf(n) ?? n)) throw r;
			return i ? void 0 : B({ [t.person.unique_identity]: r });
		} catch {
			n.publish("problem", {
				where: "identity",
				message: ld,
				isError: !0
			});
			return;
		}
	});
	return (e) => {
		let n = t.get(), i = J(n);
		return i?.id !== void 0 && e.some((e) => Y(e.identity, i)) ? r(n) : void 0;
	};
}
var ld, ud = t((() => {
	U(), k(), X(), At(), ld = "identity.traits has thrown, or has returned no plain object: batches go without traits (T171)";
})), dd = /* @__PURE__ */ n({
	joinVisitor: () => id,
	readTraits: () => cd,
	startBrowserDeliveries: () => fd,
	startFlagEvents: () => md
});
async function fd(e) {
	let t = Yu(e);
	return Xu(e, {
		joinVisitor: await t.visitor?.load(),
		readTraits: await t.traits?.load(),
		hostOf(e) {
			let { http: t, ...n } = pd(e.platform);
			return {
				...e,
				http: t,
				platform: {
					...e.platform,
					...n
				}
			};
		},
		openEventStore: (e) => Ja(() => Ga({
			prefix: ir,
			appName: e
		}), mr),
		decide: ya(ir)
	});
}
function pd(e) {
	let t = mo(fo);
	return {
		tabs: bo(ir),
		transport: t,
		http: u({
			...e,
			transport: t
		})
	};
}
var md, hd = t((() => {
	_(), aa(), ma(), gr(), Ca(), no(), go(), yo(), ar(), To(), Zu(), sd(), ud(), md = (e) => ia({
		platformOf: (e) => ({
			...e,
			clicks: vo,
			channel: wo,
			...pd(e)
		}),
		shareStream: oa,
		isKept: !0,
		diagnosticsDelayMs: 2500
	})(e);
}));
gr(), Q();
function gd(e) {
	let t = Bn(e, {
		platform: fr(),
		loadDeliveries: () => _d(e)
	});
	return qn() || t.close(), t;
}
async function _d(e) {
	let { startBrowserDeliveries: t } = await Promise.resolve().then(() => (hd(), dd));
	return t(e);
}
Nu(), K();
function vd(e) {
	let t = _e(e);
	return ju("collector", {
		...t,
		name: t.name ?? "collector"
	});
}
// ../../tmp/version-zZiWuI/packages/telltale/src/steps/nextSession.ts
U();
var yd = 18e5, bd = 864e5, xd = 64, Sd = (e, t) => t === void 0 || e.person === void 0 || e.person === t;
function Cd({ known: e, now: t, since: n, person: r }, i) {
	let a = e.find((e) => e && Td(e, t) && Sd(e, r));
	if (a) return {
		...a,
		lastAt: t
	};
	let o = n <= t && t - n < bd ? n : t;
	return {
		id: i(),
		startedAt: o,
		lastAt: t,
		...typeof r == "number" && { person: r }
	};
}
var wd = ({ startedAt: e, lastAt: t }, n) => e <= n && n - t < yd && n - e < bd, Td = ({ startedAt: e, lastAt: t }, n) => Math.abs(n - t) < yd && Math.abs(n - e) < bd;
function Ed(e) {
	let { id: t, startedAt: n, lastAt: r, person: i } = ie(e);
	return typeof t == "string" && t !== "" && t.length <= xd && Dd(n) && Dd(r) ? {
		id: t,
		startedAt: n,
		lastAt: r,
		...Dd(i) && { person: i }
	} : void 0;
}
var Dd = (e) => Number.isFinite(e);
// ../../tmp/version-zZiWuI/packages/telltale/src/steps/shareOf.ts
function Od(e) {
	let t = 0;
	for (let n = 0; n < e.length; n += 1) t = Math.imul(t ^ e.charCodeAt(n), 16777619);
	return (Math.imul(t ^ t >>> 15, 739982445) >>> 0) / 2 ** 32;
}
U(), k(), X(), Ea();
var kd = "visit:", Ad = 1e3, jd = 5e3, Md = 10;
function Nd(e) {
	let t;
	return {
		name: "session",
		start({ "~host": n }) {
			return t = Pd(n, e), t.stop;
		},
		enrich: () => t?.now(),
		"~complete": (e, n) => t ? t.complete(e, n) : e
	};
}
function Pd({ platform: e, identity: t, questions: n, app: r }, i) {
	let { clock: a, storage: o, random: s, page: c } = e, l = kd + r.space, u = (e) => `${l} ${e}`, d = /* @__PURE__ */ new Map(), f, p = !1, m, h = (e) => {
		let t = d.get(kd + e);
		return t === void 0 ? void 0 : Number(t);
	}, g = (e) => Ed(o.get(e)), _ = (e) => typeof e == "number" ? g(u(e)) : void 0;
	function v(e) {
		if (!p) return;
		let t = H(e);
		if (o.set(l, t), e.person === void 0) return;
		let n = u(e.person), r = o.get(n) === void 0;
		o.set(n, t);
		let i = r ? o.keys(`${l} `).filter((e) => e !== n) : [];
		if (!(i.length < Md)) for (let e of i) {
			let t = g(e);
			t && Td(t, a.now()) || o.remove(e);
		}
	}
	function y(e) {
		e.person !== void 0 && d.set(kd + e.id, `${e.person}`), f = e;
	}
	function b(e = a.now()) {
		let t = g(l), n = _(m), r = a.now(), i = Cd({
			known: [
				n,
				t,
				f
			].filter((e) => e && !x(e)),
			now: r,
			since: e,
			person: m
		}, s.uuid);
		y(i), [t, ...typeof m == "number" ? [n] : []].every((e) => i.id === e?.id && i.person === e.person && Math.abs(i.lastAt - e.lastAt) < Ad) || v(i);
	}
	function x({ id: e, person: t = h(e) }) {
		let n = g(l), r = t ?? (n?.id === e ? n.person : void 0);
		return typeof m == "number" && r !== void 0 && r !== m;
	}
	function S() {
		m = Id(J(t.get()), t.get());
		let e = _(m), r = e && e.id !== f?.id && Td(e, a.now());
		if (!f || r || !Sd(f, m) || x(f)) return b(n.now().askedAt);
		typeof m == "number" && f.person === void 0 && h(f.id) === m && (y({
			...f,
			person: m
		}), g(l)?.id === f.id && v(f));
	}
	async function C(e, t, { decide: n, again: r }) {
		let i;
		await Ta(a, jd, n(e, t).then((e) => i = e)), d.set(e, i ?? t), S(), r();
	}
	function w(e, t, n) {
		return d.has(e) || (d.set(e, void 0), C(e, t, n)), d.get(e);
	}
	function T({ whose: e, at: t, other: n }, r) {
		let i = [f, _(e)].find((n) => n?.person === e && wd(n, t));
		if (i) return i;
		let a = {
			id: s.uuid(),
			startedAt: t,
			lastAt: t
		}, o = w(`${kd}${n} ${e}`, H(a), r);
		if (o === void 0) return;
		let c = Ed(o) ?? a;
		return c.startedAt > t ? T({
			whose: e,
			at: t,
			other: c.id
		}, r) : c;
	}
	let D = E((e) => E((t) => ({
		...e,
		session: t
	})));
	S(), c.whenShown(() => {
		p = !0, b();
	});
	let O = [i(() => b()), t.watch(S)];
	return {
		now: () => ({
			moment: { session: Fd(f) },
			draft: f.person !== void 0 && { sessionOf: f.person }
		}),
		complete(e, t) {
			let { identity: n, moment: r, at: i } = e, a = r?.session?.id, o = Id(n);
			if (a === void 0 || typeof o != "number") return e;
			let s = e.sessionOf ?? w(kd + a, `${o}`, t);
			if (s === void 0) return;
			if (Number(s) === o) return e;
			let c = T({
				whose: o,
				at: i,
				other: a
			}, t);
			return c && {
				...e,
				moment: D(r)(Fd(c))
			};
		},
		stop: () => O.forEach((e) => e())
	};
}
var Fd = E(({ id: e, startedAt: t }) => Object.freeze({
	id: e,
	startedAt: t
}));
function Id(e = {}, t) {
	let { id: n, impersonator: r } = e;
	return n === void 0 ? t?.status === "unknown" && t.reason !== "failed" ? null : void 0 : Od(`${n} ${r ?? ""}`);
}
y(), Q();
var Ld = [
	"pointerdown",
	"keydown",
	"wheel",
	"popstate",
	"pageshow",
	"visibilitychange"
];
function Rd(e) {
	let t = new AbortController(), { signal: n } = t, r = () => document.visibilityState !== "hidden" && e();
	for (let e of qn() ? Ld : []) v(() => window.addEventListener(e, r, {
		capture: !0,
		passive: !0,
		signal: n
	}));
	return () => t.abort();
}
// ../../tmp/version-zZiWuI/packages/telltale/src/session.ts
var zd = () => Nd(Rd);
U(), wt(), At();
var Bd = /^(?!(user|kind|multi|__proto__)$)[\w.-]+$/, Vd = 10;
function Hd(e, t) {
	let n = {}, r = /* @__PURE__ */ new Set(), i;
	try {
		if (i = e() ?? {}, !z(i) || Ct(i)) throw Error();
		let t = i;
		Object.keys(t).forEach((e, i) => {
			let a = () => void r.add(e), o = oe({ get [e]() {
				let n = t[e];
				return z(n) && "key" in n ? Object.fromEntries(ae(n).map((e) => [e, n[e]])) : n;
			} }, e, a) || {}, s = { ...o };
			zt(s, ["key", "name"], a), !Bd.test(e) || i >= Vd || !z(o) ? a() : s.key && !r.has(e) && (n[e] = B(me(s, Ud)));
		});
	} catch {
		r.add("all"), Promise.resolve(i).catch(() => {});
	}
	return r.size && t(`Accounts are left out: ${[...r].join(", ")} (T170)`), Object.keys(n)[0] === void 0 ? void 0 : Object.freeze(n);
}
var Ud = (e, t) => kt(e, t) ?? void 0, Wd = (e) => ({
	name: "accounts",
	accountsOf: e,
	read: (t, n) => Hd(() => e(t), n)
}), Gd = (e) => Wd(e);
// ../../tmp/version-zZiWuI/packages/telltale/src/identity/visitorPart.ts
rd();
var Kd = (e) => ({
	name: "visitor",
	createVisitors: Qu,
	load: e
}), qd = () => Kd(Jd);
async function Jd() {
	let { joinVisitor: e } = await Promise.resolve().then(() => (hd(), dd));
	return e;
}
U(), lt(), Hi(), pi();
var Yd = 1e6;
function Xd(e, t, n) {
	let r = Zd(e, "flags", n), i = (e) => H([
		t,
		Object.entries(di(e)).sort(),
		si(e).flatMap(([, { mimic_user: e }]) => e ?? [])[0]
	]);
	return {
		read: (e) => Li(r.find(i(e))?.flags),
		write: (e, t) => r.put(i(e), { flags: t })
	};
}
function Zd(e, t, n) {
	let r = (e) => ct(e, 0) + ct(e, 1);
	function i() {
		let n = V(e.get(t) ?? "");
		return Array.isArray(n) ? n.filter(z) : [];
	}
	return {
		find(e) {
			let t = r(e);
			return i().find((e) => e.name === t);
		},
		put(o, s) {
			let c = r(o), l = [{
				...s,
				name: c
			}, ...i().filter((e) => e.name !== c)];
			for (; l[0] && (l.length > n || !a(l));) l.pop();
			l[0] || e.remove(t);
		}
	};
	function a(n) {
		let r = ue(n) && H(n);
		return r !== !1 && r.length <= Yd && e.set(t, r);
	}
}
Ce(), l(), Xr(), Hi();
var Qd = 3, $d = 5e3, ef = {
	firstMs: 1e3,
	maxMs: 3e5
}, tf = 1e4;
function nf(e, { platform: t, createSource: n, ...r }) {
	let { clock: i, random: a } = t, s = new AbortController(), c, l = !1, u = !1, d, f, p, m, h = !1, g = !1, _ = !1, v = [];
	typeof r.hash == "string" ? c = n(e, r.hash) : S(r.hash);
	function y(e) {
		m ??= o(s.signal), r.report(e, m.signal);
	}
	function b(e, t) {
		r.onFailure(e), t || y(e);
	}
	function x(e) {
		h || (m?.abort(), m = void 0), r.onFlags(e);
	}
	async function S(t) {
		let r = () => b(Yr()), a = i.after(tf, r);
		s.signal.addEventListener("abort", a);
		let o = await Promise.resolve(t).catch(() => {});
		if (a(), !s.signal.aborted) {
			if (typeof o != "string") return r();
			c = n(e, o), l && C(), T();
		}
	}
	async function C() {
		if (l = !0, g = !(!d || p), p?.retryNow(), d || !c) return;
		let { signal: e } = d = o(s.signal), t = xe({
			clock: i,
			random: a,
			backoff: ef,
			signal: e
		}), n = !1;
		for (; !e.aborted;) {
			v = [];
			let r = c.fetch(s.signal);
			_ = !0, queueMicrotask(() => _ = !1);
			let i = await r;
			if (s.signal.aborted) return;
			let a = "flags" in i;
			if (!a && i.isTimeout && !m && y(i.error), e.aborted) return;
			if (a) {
				for (let [e, t] of v) Vi(t, i.flags[e]) && (i.flags[e] = t);
				h = !1, x(i.flags);
				break;
			}
			let { error: o, isPermanent: l, retryAfterMs: u = 0 } = i, d = t.failed(u);
			if (!n && (l || t.failures === Qd || u > $d) && (n = !0, b(o, i.isTimeout)), l) {
				h = !0;
				break;
			}
			p = t, await t.wait(d), e.aborted || (p = void 0);
		}
		e.aborted || (d = void 0, g && C());
	}
	function w() {
		d?.abort(), d = p = void 0;
	}
	function T() {
		c?.follow && !s.signal.aborted && u !== !!f && (f?.abort(), f = u ? o(s.signal) : void 0, f && c.follow({
			stale: () => void C(),
			flags(e) {
				w(), x(e);
			},
			patch(e, t) {
				d && v.push([e, t]), r.onPatch(e, t);
			},
			hasMissed: () => !_
		}, f.signal));
	}
	return {
		poll: () => void C(),
		setStreaming(e) {
			u = e, T();
		},
		stop: () => s.abort()
	};
}
// ../../tmp/version-zZiWuI/packages/telltale/src/flags/allValues.ts
Hi();
var rf = 20;
function af(e, t) {
	let n, r, i = !1, a = () => {};
	return {
		get() {
			return n || (n = Object.freeze(Object.setPrototypeOf(r ?? of(t()), Object.prototype)), r = void 0, a(), i && (a = e.after(rf, () => r = of(t()))), n);
		},
		change(e, t) {
			n = void 0, i = !0, r && (t === void 0 ? delete r[e] : r[e] = t);
		},
		reset() {
			n = r = void 0, i = !1, a();
		},
		stop: () => a()
	};
}
function of(e) {
	let t = Object.create(null);
	for (let n in e) {
		let r = Bi(e[n]);
		r !== void 0 && (t[n] = r);
	}
	return t;
}
U(), Hi();
var sf = 1e3, cf = () => Object.create(null);
function lf(e, t = cf()) {
	let n = /* @__PURE__ */ new Map(), r = cf(), i = 0, a = 0, o = (e, n = r) => t[e] ?? n[e], s = af(e, () => Object.keys(t)[0] ? {
		...r,
		...t
	} : r);
	function c(e, [t, r], i) {
		let o = Bi(t), c = Bi(r);
		return n.delete(e), a += 1, se(c, o) ? r && c !== void 0 && (r.value = o) : (i[e] = {
			current: c,
			previous: o
		}, s.change(e, c)), i;
	}
	function l(e, t) {
		let n = o(e);
		return t(), c(e, [n, o(e)], cf());
	}
	return {
		entry(e) {
			let t = n.get(e);
			if (t) return t;
			let r = Ii(o(e));
			if (!r && (i += 1) > sf) {
				i = 0;
				for (let [e, t] of n) t.flag || n.delete(e);
			}
			let a = {
				key: e,
				flag: r,
				isPlain: !r?.trackEvents && !r?.debugEventsUntilDate && !r?.prerequisites?.length,
				count: 0,
				fallback: void 0
			};
			return n.set(e, a), a;
		},
		values: s.get,
		revision: () => a,
		wire: () => r,
		replace(e, t) {
			let i = r, l = cf();
			r = e, n.clear(), a += 1;
			let u = !Object.keys(i)[0];
			if (!u || t) for (let t in {
				...e,
				...i
			}) c(t, [o(t, i), o(t, e)], l);
			return (u || Object.keys(l)[0]) && s.reset(), l;
		},
		patch: (e, t) => Vi(t, r[e]) ? l(e, () => r[e] = t) : cf(),
		update: l,
		served: (e) => Ii(r[e]),
		override: (e, n) => l(e, () => {
			let r = me(n);
			r === void 0 ? delete t[e] : t[e] = {
				value: r,
				version: 0,
				reason: An
			};
		}),
		stop: s.stop
	};
}
U(), Hi();
function uf(e) {
	let t = me(e);
	if (!z(t) || t.$valid === !1) return;
	let n = t.$flagsState, r = Object.create(null);
	for (let e of Object.keys(t)) e.startsWith("$") || (r[e] = {
		version: 0,
		...n?.[e],
		value: t[e]
	});
	return r;
}
function df(e) {
	let t;
	return (n) => Ii((t ??= uf(e) ?? {})[n]);
}
k(), l();
var ff = 1e3, pf = 1e3;
function mf(e, { platform: t, createSource: n, environment: r, calls: a, overrides: o, ...s }) {
	let { clock: c, page: l, storage: u } = t, { bootstrap: d } = e, f = d === "localStorage", p = lf(c, o), m = T("initialising"), h = Xd(u, r, e.maxCachedContexts), g, _, v = !1, y = e.streaming, b = i(c, ff, () => g && h.write(g.context, p.wire())), x = l.onMayExit(b.flush);
	function S(r, { hash: i, isMuted: a, isAtOnce: o, isSamePerson: c }) {
		C();
		let l = !g, u = f ? h.read(r) : void 0, v = {
			context: r,
			isMuted: a,
			...nf(r, {
				platform: t,
				createSource: n,
				hash: i ?? e.hash,
				onFlags: y,
				onPatch: b,
				onFailure: x,
				report: s.report
			})
		};
		function y(e) {
			g !== v && w(v), _ === v && (_ = void 0), D(), E(e, "live"), s.onEnd?.(r);
		}
		function b(e, t) {
			if (g !== v) return;
			let n = p.patch(e, t);
			D(), s.onUpdate(n, !1, !(e in n));
		}
		function x(e) {
			_ === v && (_ = void 0), g === v ? m.get() !== "live" && m.set("failed") : v.stop(), s.onEnd?.(r, e), s.onUpdate({}, !1);
		}
		let S = l && uf(d);
		S || (_ = v, v.poll());
		let T = S || u;
		(o || T || m.get() === "initialising") && (w(v), c || E(T ?? {}, S ? "live" : T ? "cached" : "initialising"), T && l && s.onEnd?.(r)), O();
	}
	function C() {
		_ !== g && _?.stop(), _ = void 0;
	}
	function w(e) {
		b.flush(), g?.stop(), g = e, a.write({
			kind: "context",
			context: e.isMuted ? void 0 : e.context
		});
	}
	function E(e, t) {
		let n = p.replace(e, v);
		m.set(t), s.onUpdate(n, !0);
	}
	function D() {
		f && b.schedule();
	}
	function O() {
		for (let e of [g, _]) e?.setStreaming(y ?? v);
	}
	function k(e) {
		let t = pf;
		n(e, []);
		function n(r, i) {
			let { entry: o } = r;
			for (let e of o.flag?.prerequisites ?? []) {
				if (e === o.key || i.includes(e) || t === 0) continue;
				--t;
				let r = p.entry(e);
				kn(r.flag) || n({
					entry: r,
					value: r.flag?.value
				}, [...i, o.key]);
			}
			a.write({
				...r,
				kind: "evaluation",
				isCut: t === 0 && r === e,
				isLive: m.get() === "live"
			});
		}
	}
	return {
		status: m,
		store: p,
		calls: a,
		getContext: () => g?.context,
		evaluate(e, t, { accepts: n, withReason: r } = {}) {
			let i = p.entry(e), a = Dn(i.flag, t, n);
			return k({
				entry: i,
				value: a.value,
				fallback: t,
				withReason: r
			}), a;
		},
		allFlags: p.values,
		revision: p.revision,
		track: (...e) => a.write({
			kind: "custom",
			event: e
		}),
		getFlag: (e) => p.entry(e).flag,
		servedFlag: p.served,
		override: (e, t) => s.onUpdate(p.override(e, t), !1),
		identify: S,
		pause() {
			C(), a.write({
				kind: "context",
				context: void 0
			});
			let e = !g && uf(d);
			e && E(e, "cached");
		},
		setListening(t, n = e.streaming) {
			v = t, y = n, O();
		},
		close() {
			for (let e of [g, _]) e?.stop();
			b.flush(), x(), p.stop(), a.stop();
		}
	};
}
// ../../tmp/version-zZiWuI/packages/telltale/src/launchDarklyService/callLog.ts
function hf(e, t) {
	let n = [], r = {
		calls: n,
		dropped: 0,
		write(i) {
			let a = n.length < e;
			return a ? n.push([i, t()]) : r.dropped += 1, a;
		}
	};
	return r;
}
// ../../tmp/version-zZiWuI/packages/telltale/src/launchDarklyService/lateFlagEvents.ts
var gf = 1e4, _f = `the file that streams flags could not be loaded. Flags are requested without it. ${Te} (T85)`;
function vf(e, t, n) {
	let r = new AbortController(), { signal: i } = r, a = hf(gf, e.platform.clock.now), o = [], s, c, l = !1, u = {
		write(n) {
			n.kind === "context" ? (c = e.settings.sendEvents ? n.context : void 0, s = a.write(n) ? void 0 : n, (c || n.context && t.app.promotion !== "production") && d()) : c && a.write(n);
		},
		openStream(...e) {
			o = [...o.filter(([, , e]) => !e.aborted), e], d();
		},
		stop: () => r.abort()
	};
	return u;
	function d() {
		l || (l = !0, Ee({
			...t,
			signal: i,
			load: n,
			where: "flags",
			missing: _f
		}, (t) => {
			({receive: u.write, openStream: u.openStream} = t({
				...e,
				log: a,
				lost: s,
				streams: o,
				signal: i
			}));
		}));
	}
}
// ../../tmp/version-zZiWuI/packages/telltale/src/core/lib/text.ts
function yf(e) {
	let t = encodeURIComponent(e).replace(/%(..)/g, (e, t) => String.fromCharCode(parseInt(t, 16)));
	return btoa(t).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
_(), U(), Xr(), Mi(), Hi();
var bf = (e, t, n) => (r, i) => {
	let a = (t) => Cf(t, r, {
		...e,
		hash: i
	});
	return {
		fetch: (n) => Sf({
			...a("poll"),
			signal: n
		}, t, e.baseUrl),
		follow: (e, t) => n.openStream(a("stream"), e, t)
	};
}, xf = 1e4;
async function Sf(e, t, n) {
	let r = await t({
		...e,
		timeoutMs: xf
	}), { outcome: i, status: a } = r, o = (e, t = "FlagFetch") => ({
		error: Jr(t, e),
		isPermanent: d(a),
		retryAfterMs: i === "success" ? 0 : r.retryAfterMs
	});
	if (i === "redirect") return o(`the address ${h} (T92)`);
	let s = i === "success" && await r.text(), c = i === "success" ? r.limit.hasPassed() : i === "timeout";
	if (c) return {
		...o(`no answer from ${n} within 10 s (T184)`),
		isTimeout: c
	};
	if (!a) return o(`network error at ${n}: blocked, or an unknown client-side ID (T88)`);
	if (a === 404) return o("Environment not found. Check the client-side ID. (T86)", "InvalidEnvironmentId");
	if (i !== "success" || a !== 200) return o(`Error fetching flag settings: ${a} (T89)`);
	let l = /^application\/json/i.test(r.header("content-type") ?? "") && Li(V(s || ""));
	return l ? { flags: l } : o("Error fetching flag settings: the answer has no flags (T90)");
}
function Cf(e, t, { clientSideId: n, baseUrl: r, hash: i, useReport: a, usePost: o, evaluationReasons: s, ...c }) {
	let l = H(t), u = e === "poll", d = a || o, f = (u ? `${r}/sdk/evalx/` : "/eval/") + encodeURIComponent(n), p = [i && `h=${encodeURIComponent(i)}`, s && "withReasons=true"].filter(Boolean);
	return {
		url: f + (u ? "/context" : "") + (d ? "" : `${u ? "s" : ""}/${yf(l)}`) + (p[0] ? `?${p.join("&")}` : ""),
		headers: ji(c, d ? { "Content-Type": "application/json" } : {}),
		...d && {
			body: l,
			method: o && u ? "POST" : "REPORT"
		}
	};
}
U(), At(), Xr(), pi();
var wf = /hash/i;
function Tf(e, t, { kind: n = "user", hashField: r }) {
	if (e.status === "unknown") return {
		kind: n,
		key: e.visitor ?? t(n),
		anonymous: !0
	};
	if (e.status !== "known") return;
	let { person: i, accounts: a } = e, o = c(i, {
		kind: n,
		key: i.unique_identity
	});
	if (!a) return o;
	let s = [...Object.entries(a).map(([e, t]) => c(t, {
		kind: e,
		key: t.key
	})), o].map(({ kind: e, ...t }) => [e, t]);
	return {
		kind: "multi",
		...Object.fromEntries(s.sort())
	};
	function c(e, t) {
		let { name: n, anonymous: i, _meta: a, ...o } = me(e, kt);
		r && delete o[r];
		let s = z(a) ? a.privateAttributes : void 0, c = [...Array.isArray(s) ? s.filter((e) => typeof e == "string") : [], ...Object.keys(o).filter((e) => wf.test(e))];
		return {
			...o,
			...typeof n == "string" && { name: n },
			...typeof i == "boolean" && { anonymous: i },
			...t,
			...c[0] && { _meta: { privateAttributes: c } }
		};
	}
}
var Ef = (e, t = "user") => e.kind === "multi" ? {
	kind: t,
	...e[t]
} : e;
function Df(e, t, { hash: n, hashField: r, kind: i }) {
	return !r && typeof n != "function" ? n : a();
	async function a() {
		let r = typeof n == "function" ? await n(...me([Ef(e, i), e])) : t;
		if (typeof r != "string" || !r) throw Yr();
		return r;
	}
}
function Of({ kind: e = "user", hash: t = "", hashField: n }) {
	li(e) || kf("kind must consist of letters, digits, \".\", \"_\" and \"-\". (T37)"), /string|function/.test(typeof t) || kf("hash must be a string or a function. (T38)"), n !== void 0 && (typeof n == "string" && n || kf("hashField must be the name of a field. (T39)"), t && kf("set hash or hashField, not both. (T40)"));
}
function kf(e, t) {
	throw Error(`Cannot boot Launch Darkly: ${e}`, t);
}
y(), U(), w(), k(), X(), pi();
var Af = Object.create(null);
function jf(e, t, n) {
	let { identity: r, platform: i, bus: a } = t, o = x(), s = n(O), { status: c, allFlags: l, getFlag: u } = s, d = /* @__PURE__ */ new Set(), f = [], p, m, h, g, _ = !1, y, b, S, w = r.watch(T);
	T();
	function T() {
		let t = r.get(), n = Tf(t, (e) => ci(e, i.storage, i.random.uuid), e), a = t.status === "known" && e.hashField ? t.person[e.hashField] : void 0, o = n && H([n, a]), c = t.epoch !== p || h === void 0, l = o === h && !c;
		if (p = t.epoch, m = J(t), y = void 0, h = o, _ = t.status === "known" && t.impersonator !== void 0, !n) s.pause();
		else if (!l) {
			let r = g;
			g = t.status === "known" ? H([di(n), t.impersonator]) : m?.visitor;
			let i = Df(n, a, e);
			s.identify(n, {
				isAtOnce: c,
				isMuted: _,
				isSamePerson: g === r,
				hash: i
			});
		}
		c && O();
	}
	function E() {
		return h !== void 0 && c.get() !== "initialising";
	}
	function O(e = Af, t, n) {
		n || o.notify(), E() && S !== p && (S = p, d.forEach(A));
		for (let t of [...d]) {
			let n = t.key in e;
			(n || On(u(t.key)) && !On(t.flag)) && d.has(t) && (A(t), n && v(t.listener, C));
		}
	}
	function k() {
		let e = l();
		return (y?.epoch !== p || y?.isReady !== E() || y.values !== e || b !== s.revision()) && (b = s.revision(), y = {
			epoch: p ?? "",
			isReady: E(),
			user: m,
			values: e,
			getFlag: u
		}), y;
	}
	function A(e) {
		if (!e.shown || !d.has(e) || !E()) return;
		let t = u(e.key);
		(e.epoch !== p || e.flag !== t) && (e.epoch = p, e.flag = t, M(e.key, e.shown.fallback));
	}
	function j() {
		let e = f;
		f = [], e.forEach(A);
	}
	function M(e, t, { isExplicit: n, ...r } = {}) {
		let i = u(e);
		if (kn(i)) return Dn(i, t, r.accepts);
		let o = s.evaluate(e, t, r);
		if (_) return o;
		let c = o.reason?.kind === "ERROR" ? void 0 : u(e);
		return a.publish("exposure", {
			key: e,
			flag: c,
			user: m,
			isExplicit: n
		}), o;
	}
	return {
		status: c,
		variation: (e, t) => M(e, t).value,
		variationDetail: (e, t) => M(e, t, { withReason: !0 }),
		allFlags: l,
		getFlag: u,
		bootstrapFlag: s.bootstrapFlag,
		track: s.track,
		servedFlag: s.servedFlag,
		override: s.override,
		recordExposure: (e, t) => void M(e, t, { isExplicit: !0 }),
		watch(e, t, n) {
			let r = {
				key: e,
				listener: t,
				shown: n
			};
			return d.add(r), s.setListening(!0), n && f.push(r) === 1 && queueMicrotask(j), () => {
				d.delete(r), s.setListening(d.size > 0);
			};
		},
		current: D(k, o.add),
		stop() {
			w(), s.close();
		}
	};
}
U(), R(), K(), Ir();
function Mf(e, t) {
	let n = _e(e), { client: r, clientSideId: i, bootstrap: a } = n;
	r && kf(i ? "conflicting options were provided, a client and a client side id! (T34)" : "client side id is not set! A client belongs to injectedClient(). (T152)"), String(i ?? "").trim() || kf("client side id is not set!", { cause: "clientSideId" }), Of(n);
	for (let e of ["clientSideId", ...Pf(n)]) {
		let t = P(n[e]);
		t !== void 0 && kf(`${e}${t} must be a string. (T33)`);
	}
	let o = df(a);
	return {
		name: "launchdarkly",
		bootstrapFlag: o,
		start: (e) => jf(n, e, (r) => ({
			...Nf(n, {
				host: e,
				load: t,
				onUpdate: r
			}),
			bootstrapFlag: o
		}))
	};
}
function Nf(e, { host: t, load: n, onUpdate: r }) {
	let { platform: i, http: a, bus: o, app: s } = t, c = Pf(e).map((t) => [t, ee(e[t] ?? "", s.promotion)]), l = {
		...e,
		bootstrap: e.bootstrap ?? "localStorage",
		...Object.fromEntries(c)
	}, u = jr(l, Nr), d = !1;
	function f(e, t) {
		if (d) return;
		let n = typeof e == "object";
		d = n && e.name === "LaunchDarklyInvalidEnvironmentIdError";
		let r = n ? e.message : e, i = d ? `The client-side ID "${u.clientSideId}": ${r}` : r;
		o.publish("problem", {
			where: "flags",
			message: i,
			isError: n,
			until: t
		});
	}
	let p = (e) => f(e), m = {
		platform: {
			...i,
			http: a,
			log: {
				warn: p,
				error: p
			}
		},
		report: f
	}, h = vf({
		...m,
		options: l,
		settings: u
	}, t, n);
	return mf(u, {
		...m,
		environment: u.clientSideId,
		createSource: bf(u, a, h),
		calls: h,
		onUpdate: r
	});
}
var Pf = (e) => Mr.filter((t) => z(e[t]));
pi(), pi(), ta(), gr(), go(), yo(), Q(), pi(), Ci();
var Ff = (e) => Mf(e, If);
async function If() {
	let { startFlagEvents: e } = await Promise.resolve().then(() => (hd(), dd));
	return e;
}
lt(), U();
var Lf = "Flag shown", Rf = [0, 1], zf = "";
function Bf() {
	let e;
	return {
		name: "exposures",
		start(t) {
			return e = Uf(t), e.stop;
		},
		enrich: () => e?.enrich(),
		"~complete": (t) => e && t.exposing ? e.complete(t, t.exposing) : t,
		process: (e) => e.exposure === zf ? void 0 : e,
		"~processed": ({ id: t, exposure: n }, r) => {
			n && e?.[r ? "forget" : "keep"](n, t);
		}
	};
}
function Vf({ key: e, flag: t, user: n, isExplicit: r }, i = {}) {
	let { exposure: a = "on-read" } = Hf(e, i);
	if (!t || !(a === "manual" ? r : a !== "never")) return;
	let o = {
		flag: e,
		...Wf(t)
	};
	if (!n) return o;
	let s = Kf(n, Hf(e, i)), c = qf(n, s);
	return s !== void 0 && c !== void 0 ? {
		...o,
		unit: s,
		key: c
	} : void 0;
}
var Hf = (e, t) => Object.hasOwn(t, e) && t[e] || {};
function Uf({ "~host": e, definitions: t, on: n, record: r }) {
	let { keep: i, isKept: a } = Jf(e), o = /* @__PURE__ */ new Map(), s = /* @__PURE__ */ new Map(), c, l;
	function u({ flag: t, variation: n, value: r, version: i, in_experiment: a, unit: o, key: s }) {
		let c = H([
			e.app.space,
			t,
			n ?? [r],
			i,
			o,
			s,
			a
		]);
		return Rf.map((e) => ct(c, e)).join("-");
	}
	return {
		stop: n("exposure", (n) => {
			let i = Vf(n, t.flags), d = i && u(i);
			if (d === void 0 || o.has(d) || a(d)) return;
			let f = e.questions.now().id;
			if (s.get(d) === f) return;
			s.set(d, f);
			let p = [c, l];
			[c, l] = [n, i], r(Lf, {}, "exposure"), [c, l] = p;
		}),
		keep(e, t) {
			o.has(e) || o.set(e, t), i(e, t);
		},
		forget: (e) => void s.delete(e),
		enrich() {
			if (!c?.flag || !l) return;
			let { key: e, ...t } = l, { reason: n } = c.flag;
			return {
				properties: {
					...t,
					...n && { reason: n.kind }
				},
				draft: { exposing: l }
			};
		},
		complete(n, { unit: r, key: i, ...c }) {
			let { id: l, page: d, identity: f = {}, flagSet: p, properties: m, question: h } = n, g = z(p) && Gf(c, p), _ = r ?? (g ? Kf(f, Hf(c.flag, t.flags ?? {})) : void 0), v = qf(f, _), y = u({
				...c,
				unit: _,
				key: v
			}), b = v !== void 0 && !f.impersonator && (r === void 0 || v === i), x = (d !== e.questions.page || (o.get(y) ?? l) === l) && !a(y, l);
			if (b && x) return {
				...n,
				properties: {
					...m,
					unit: _
				},
				exposure: y
			};
			let S = u({
				...c,
				unit: r,
				key: i
			});
			return (h === void 0 || s.get(S) === h) && s.delete(S), {
				...n,
				exposure: zf
			};
		}
	};
}
var Wf = (e) => {
	let { value: t, variation: n, version: r, flagVersion: i = r } = e;
	return {
		...n === void 0 ? { value: t } : { variation: n },
		...i && { version: i },
		...On(e) && { in_experiment: !0 }
	};
};
function Gf({ flag: e, variation: t, version: n, value: r }, { flags: i, properties: a }) {
	let o = Object.hasOwn(i, e) ? i[e] : void 0;
	return !o || t !== o.variation || n !== o.version ? !1 : t !== void 0 || se(r, o.property === void 0 ? o.value : a[o.property]);
}
var Kf = (e, { unit: t = "person" } = {}) => [
	t,
	"person",
	"visitor"
].find((t) => qf(e, t) !== void 0);
function qf({ id: e, visitor: t, accounts: n = {} }, r) {
	return r === "person" ? e : r === "visitor" ? t : r !== void 0 && Object.hasOwn(n, r) ? n[r]?.key : void 0;
}
function Jf({ app: e, platform: { storage: t } }) {
	let n = `exposures:${e.space}`, r = () => {
		let e = V(t.get(n) ?? "");
		return Array.isArray(e) ? e.filter((e) => typeof e == "string" && /^\w+-\w+ [\w-]+$/.test(e) && e.length < 50) : [];
	}, i = (e, t) => `${e} ${t.slice(0, 13)}`;
	return {
		isKept: (e, t) => r().some((n) => n.startsWith(`${e} `) && (t === void 0 || n < i(e, t))),
		keep(e, a) {
			let o = r().filter((t) => !t.startsWith(`${e} `));
			t.set(n, H([...o, i(e, a)].slice(-500)));
		}
	};
}
y(), Cs(), U(), l(), X(), Mo(), nt();
var Yf = 100, Xf = 5e3, Zf = 1e4, Qf = "its script is not ready, so its events wait: add it to the page, and check that nothing blocks it. (T78)", $f = 1e3, ep = { id: "" };
function tp(e) {
	let { name: t, impersonation: n = "tag" } = e, r = (t) => t.kind !== "sign-in" && Ao(t, n) && (e.accepts?.(t) ?? !0);
	return {
		name: t,
		start: (t) => ({
			...np(e, t),
			accepts: r
		}),
		passed: e.passed
	};
}
function np(e, t) {
	let { identity: n, bus: a, diagnostics: o, platform: s } = t, { clock: c, storage: l, page: u } = s, d = e.start(t), f = `told:${d.name}`, p, m = {}, h, g = Ze(t), _ = i(c, $f, D), y = (e) => v(e, (e) => {
		let t = `its script has failed (${Ss(e)}): the next call goes on (T79)`;
		a.publish("problem", {
			where: d.name,
			message: t
		});
	}), b = () => y(() => d.isLoaded?.() ?? !0) === !0;
	function x(e) {
		let { notReady: t } = o.get();
		if (t.includes(d.name) !== e) return;
		let n = t.filter((e) => e !== d.name);
		a.publish("diagnosis", { notReady: e ? n : [...n, d.name] });
	}
	function S() {
		x(!1), y(() => d.isMissing?.()) !== !1 && a.publish("problem", {
			where: d.name,
			message: Qf,
			isError: !0
		});
	}
	function C() {
		let e = l.get(f), t = w();
		(e !== p || t) && (p = e, m = h || t ? ep : ie(e), h = void 0);
	}
	function w() {
		let e = h ?? n.get(), t = (e) => y(() => d.remembers?.(e));
		return e.status === "resolving" || !b() ? !1 : h ? t(h) === !1 : t() === !0 && (e.status !== "known" || t(e) === !1);
	}
	let T = ({ accounts: t, visitor: n, ...r }) => e.identifiesPersons || !t ? r : {
		...r,
		accounts: t
	}, E = (e) => m.id !== void 0 && !Y(m, e);
	function D() {
		C();
		let e = n.get();
		if (e.status === "resolving") return;
		let t = T(J(e) ?? {});
		if (E(t) || !h && w()) {
			if (!b()) return;
			m = {}, h = void 0, l.remove(f), p = void 0, y(() => d.reset());
		}
		if (e.status !== "known" || !b() || se([h?.person, h?.accounts], [e.person, e.accounts]) || e.impersonator !== void 0 && d.impersonation === "suppress") return;
		let r = h !== void 0, i = !r && g && Y(m, t) && y(() => d.remembers?.(e)) === !0;
		m = t, h = e, l.set(f, H(t)), p = l.get(f), i || y(() => r ? d.update?.(e) : d.identify(e));
	}
	function O() {
		h !== void 0 && E(T(J(n.get()) ?? m)) ? _.schedule() : D();
	}
	function k(e) {
		let t = T(e.identity);
		return Y(t, m) || D(), Y(t, m) ? v(() => (d.track(e), { outcome: "delivered" }), (e) => ({
			outcome: "refused",
			reason: Ss(e)
		})) : {
			outcome: "delivered",
			misattributed: [e]
		};
	}
	let A = [
		n.watch(O),
		u.onMayExit(_.flush),
		_.flush
	];
	return C(), {
		name: d.name,
		type: "in-page",
		async whenReady(e) {
			let t = 0;
			for (let i = Yf; (n.get().status === "resolving" || !b()) && !e.aborted; i = Math.min(i * 2, Xf)) await r(c, i, e), t += i, t >= Zf && !e.aborted && !b() && S();
			e.aborted || (x(!0), O());
		},
		async deliver(e) {
			return C(), {
				outcome: "split",
				parts: e.map((e) => ({
					events: [e],
					result: k(e)
				}))
			};
		},
		stop() {
			for (let e of A) e();
			y(() => d.stop?.());
		}
	};
}
Au(), K(), Mo();
var rp = {
	name: Ou,
	impersonation: ko,
	accepts: G,
	isLoaded: G,
	isMissing: G,
	identify: G,
	remembers: G,
	update: G,
	track: G,
	reset: G,
	stop: G
}, ip = [
	"name",
	"identify",
	"track",
	"reset"
];
function ap(e) {
	return Eu({
		what: "vendor",
		table: rp,
		required: ip
	}, e), {
		name: e.name,
		impersonation: e.impersonation ?? "tag",
		accepts: (t) => e.accepts?.(t) ?? !0,
		start: () => e
	};
}
// ../../tmp/version-zZiWuI/packages/telltale/src/vendor.ts
var op = (e) => tp(ap(e));
aa(), ma(), sd(), ud(), Zu();
var sp = (e) => e, cp = ({ eventStore: e, decide: t }, n = {}) => Xu(n, {
	hostOf: sp,
	openEventStore: e,
	decide: t,
	joinVisitor: id,
	readTraits: cd
}), lp = ia({
	platformOf: (e) => e,
	shareStream: oa
}), up = (e) => Mf(e, () => lp);
export { Gd as accounts, vd as collector, gd as createBrowserTelltale, Bn as createTelltale, Bf as exposures, Ff as launchDarkly, up as launchDarklyAtOnce, zd as session, cp as startOn, op as vendor, qd as visitor };
