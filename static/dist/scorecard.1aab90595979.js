const e = document.getElementById(`print`);
((e.hidden = !1), e.addEventListener(`click`, () => print()));
