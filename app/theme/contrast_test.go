package theme_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"image/color"
	"io/fs"
	"maps"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"sabot/app/controls"
	"sabot/app/theme"
)

// The least contrasts of what is read, and of shapes and the edges of targets.
const (
	ofText  = 4.5
	ofShape = 3.0
)

// TestWhatIsReadStandsOut: each colour has its contrast on each ground on which screens have it, as it is blended, by day
// and in the dark.
func TestWhatIsReadStandsOut(t *testing.T) {
	defer theme.Wear(theme.Dark)
	for look, name := range map[theme.Look]string{theme.Dark: "dark", theme.Light: "light"} {
		t.Run(name, func(t *testing.T) { standsOut(t, look) })
	}
}

func standsOut(t *testing.T, look theme.Look) {
	type seen struct {
		what  string
		top   color.NRGBA
		on    string
		under color.NRGBA
		least float64
	}
	var all []seen
	add := func(least float64, on string, under color.NRGBA, tops map[string]color.NRGBA) {
		for what, top := range tops {
			all = append(all, seen{what, top, on, under, least})
		}
	}
	theme.Wear(theme.Dark) // of a felt in every look
	for _, felt := range append(theme.Felts(), theme.PracticeFelt()) {
		words := map[string]color.NRGBA{
			"text": theme.Text, "quiet": theme.Quiet, "print": theme.FeltPrint, "warning": theme.Warn,
			"in": theme.ChipsIn, "out": theme.ChipsOut,
		}
		add(ofText, felt.Name+" spot", felt.Spot, words)
		add(ofText, felt.Name+" spot that is spoken of", felt.Lit, words)
		add(ofText, felt.Name+" spot that is over", theme.On(theme.Over, felt.Spot), words)
		add(ofText, felt.Name+" cloth", felt.Cloth, map[string]color.NRGBA{"text": theme.Text, "quiet": theme.Quiet, "print": theme.FeltPrint, "warning": theme.Warn})
		shapes := map[string]color.NRGBA{"place": theme.Place, "line": theme.FeltLine, "blue side": theme.SideBlue, "red side": theme.SideRed, "green side": theme.SideGreen, "chip": theme.Paper}
		add(ofShape, felt.Name+" spot", felt.Spot, shapes)
		add(ofShape, felt.Name+" spot that is spoken of", felt.Lit, shapes)
		add(ofShape, felt.Name+" cloth", felt.Cloth, map[string]color.NRGBA{"place": theme.Place, "line": theme.FeltLine})
		add(ofText, felt.Name+" number's disc", theme.On(theme.FeltLine, felt.Lit), map[string]color.NRGBA{"number": theme.Ink})
		add(ofText, felt.Name+" disc of an empty box", theme.On(theme.FeltSpent, felt.Cloth), map[string]color.NRGBA{"number": theme.Text})
		add(ofText, felt.Name+" chip that is not valid", theme.On(theme.ChipOff, felt.Spot), map[string]color.NRGBA{"amount": theme.Text})
	}
	theme.Wear(look)
	letters := map[string]color.NRGBA{
		"text": theme.Text, "quiet": theme.Quiet, "warning": theme.Warn, "in": theme.ChipsIn, "out": theme.ChipsOut, "good": theme.Good, "bad": theme.Bad,
	}
	for on, under := range map[string]color.NRGBA{"night": theme.Night, "rail": theme.Rail, "key": theme.Key, "field": theme.Field, "key that is dead": theme.KeyOff} {
		add(ofText, on, under, letters)
		add(ofShape, on, under, map[string]color.NRGBA{"edge": theme.Faint, "edge of a key": theme.KeyEdge, "place": theme.Place, "alarm": theme.AlarmEdge, "practice": theme.Practice})
	}
	add(ofText, "key that is chosen", theme.KeyDown, map[string]color.NRGBA{"text": theme.Text, "quiet": theme.Quiet, "warning": theme.Warn})
	add(ofText, "Enter", theme.Enter, map[string]color.NRGBA{"label": theme.Ink, "key": theme.InkQuiet})
	add(ofShape, "rail", theme.Rail, map[string]color.NRGBA{"Enter": theme.Enter, "in": theme.ChipsIn, "out": theme.ChipsOut, "change": theme.ChipsChange, "count": theme.ChipsCount, "open": theme.Open, "blue side": theme.SideBlue, "red side": theme.SideRed, "green side": theme.SideGreen})
	add(ofText, "paper", theme.Paper, map[string]color.NRGBA{"ink": theme.Ink, "red of a card": theme.CardRed, "blue of a road": theme.RoadBlue, "red of a road": theme.RoadRed, "green of a road": theme.RoadGreen})
	for on, under := range map[string]color.NRGBA{"open": theme.Open, "stop": theme.Stop, "blue": theme.RoadBlue, "red": theme.RoadRed, "green": theme.RoadGreen} {
		add(ofText, on, under, map[string]color.NRGBA{"white": theme.White})
	}
	add(ofText, "stop", theme.Stop, map[string]color.NRGBA{"letters": theme.OnField})
	for on, under := range map[string]color.NRGBA{"warning": theme.WarnField, "practice": theme.Practice} {
		add(ofText, on, under, map[string]color.NRGBA{"ink": theme.Ink})
	}
	for on, under := range map[string]color.NRGBA{"in": theme.ChipsIn, "out": theme.ChipsOut, "change": theme.ChipsChange, "count": theme.ChipsCount, "chosen": theme.KeyDown} {
		add(ofText, on, under, map[string]color.NRGBA{"ink or white": controls.OnColor(under)})
	}
	add(ofShape, "night", theme.Night, map[string]color.NRGBA{"Enter": theme.Enter})
	for _, s := range all {
		if got := theme.Contrast(s.top, s.under); got < s.least {
			t.Errorf("%s on %s has a contrast of %.2f, less than %.1f", s.what, s.on, got, s.least)
		}
	}
	if len(all) < 210 {
		t.Fatalf("only %d pairs of colours", len(all))
	}
}

// TestEveryColourHasBothLooks: no colour is left out of the table, and by day each has what it has in the dark where it is
// worn again.
func TestEveryColourHasBothLooks(t *testing.T) {
	defer theme.Wear(theme.Dark)
	seen := func() map[string]color.NRGBA {
		return map[string]color.NRGBA{"text": theme.Text, "night": theme.Night, "key": theme.Key, "place": theme.Place, "paper": theme.Paper}
	}
	dark := seen()
	theme.Wear(theme.Light)
	light := seen()
	if light["text"] == dark["text"] || light["night"] == dark["night"] || light["key"] == dark["key"] || light["paper"] != dark["paper"] {
		t.Errorf("by day %v, in the dark %v", light, dark)
	}
	if theme.Worn() != theme.Light || (theme.Theme{}).Color(fynetheme.ColorNameForeground, fynetheme.VariantDark) != theme.Text {
		t.Error("Fyne's own widgets do not wear the look")
	}
	var within map[string]color.NRGBA
	theme.InTheDark(func(fyne.Size) []fyne.CanvasObject { within = seen(); return nil })(fyne.Size{})
	if !maps.Equal(within, dark) || !maps.Equal(seen(), light) {
		t.Errorf("a drawing that is always dark has %v, and leaves %v", within, seen())
	}
	theme.Wear(theme.Dark)
	if !maps.Equal(seen(), dark) {
		t.Errorf("once more in the dark: %v", seen())
	}
	file, err := parser.ParseFile(token.NewFileSet(), "looks.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	named, valued := map[string]bool{}, map[string]int{}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ValueSpec:
			if of, ok := n.Type.(*ast.SelectorExpr); ok && of.Sel.Name == "NRGBA" {
				for _, name := range n.Names {
					named[name.Name] = true
				}
			}
		case *ast.UnaryExpr:
			if of, ok := n.X.(*ast.Ident); ok && n.Op == token.AND {
				valued[of.Name]++
			}
		}
		return true
	})
	for name := range named {
		if valued[name] != 1 {
			t.Errorf("%s is %d times in the table", name, valued[name])
		}
	}
	if len(named) < 50 {
		t.Fatalf("only %d colours", len(named))
	}
}

// TestContrastIsMeasured: the measure itself is that of WCAG, and a colour that lets through is blended first.
func TestContrastIsMeasured(t *testing.T) {
	half := color.NRGBA{0xff, 0xff, 0xff, 0x80}
	for _, c := range []struct {
		top, ground color.NRGBA
		want        string
	}{
		{theme.White, theme.Black, "21.00"},
		{theme.Black, theme.Black, "1.00"},
		{color.NRGBA{0x77, 0x77, 0x77, 0xff}, theme.White, "4.48"},
		{half, theme.Black, "5.32"},
	} {
		if got := fmt.Sprintf("%.2f", theme.Contrast(c.top, c.ground)); got != c.want {
			t.Errorf("%v on %v: %s, want %s", c.top, c.ground, got, c.want)
		}
	}
}

// TestColoursAreOfTheTable: no package of the app makes a colour of its own.
func TestColoursAreOfTheTable(t *testing.T) {
	files := 0
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.HasPrefix(path, filepath.Join("..", "theme")+string(filepath.Separator)) {
			return err
		}
		files++
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			made, ok := n.(*ast.CompositeLit)
			if !ok || len(made.Elts) == 0 {
				return true
			}
			if of, ok := made.Type.(*ast.SelectorExpr); ok {
				if from, ok := of.X.(*ast.Ident); ok && from.Name == "color" {
					t.Errorf("%s makes a color.%s: name it in app/theme by what it means", set.Position(n.Pos()), of.Sel.Name)
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 300 {
		t.Fatalf("only %d files were read", files)
	}
}
